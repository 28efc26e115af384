import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choicesAfter } from '../../dashboard/forms/choices.ts'

test('only typed text is split at commas', () => {
  assert.deepEqual(choicesAfter(['Pair, boxed'], ['Pair, boxed', 'S, M,']), ['Pair, boxed', 'S', 'M'])
  assert.deepEqual(choicesAfter(['Pair, boxed', 'S'], ['Pair, boxed']), ['Pair, boxed'])
})

test('duplicates and blanks are dropped', () => {
  assert.deepEqual(choicesAfter(['S'], ['S', ' M\n\nS , ']), ['S', 'M'])
})
