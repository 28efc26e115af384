import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choicesAfter } from '../../dashboard/forms/choices.ts'

test('only what is typed is taken apart at its commas', () => {
  assert.deepEqual(choicesAfter(['Pair, boxed'], ['Pair, boxed', 'S, M,']), ['Pair, boxed', 'S', 'M'])
  assert.deepEqual(choicesAfter(['Pair, boxed', 'S'], ['Pair, boxed']), ['Pair, boxed'])
})

test('nothing is there twice, and blanks are nothing', () => {
  assert.deepEqual(choicesAfter(['S'], ['S', ' M\n\nS , ']), ['S', 'M'])
})
