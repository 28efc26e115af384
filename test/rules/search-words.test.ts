import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { searchWords, withoutBeginnings } from '../../server/rules/values/search-words.ts'

test('the beginning of another word asks nothing, wherever it stands', () => {
  assert.deepEqual(withoutBeginnings(['br', 'lamp', 'brass', 'la', 'brassy', 'bras']), ['lamp', 'brassy'])
  assert.deepEqual(withoutBeginnings(['दी', 'दीप', 'd']), ['दीप', 'd'])
  assert.deepEqual(withoutBeginnings([]), [])
})

test('thousands of words are asked for as soon as a few', { timeout: 20_000 }, async () => {
  const words = searchWords(Array.from({ length: 100_000 }, (_, n) => String(n).padStart(6, '0')).join(' '))
  assert.equal(withoutBeginnings(words).length, 100_000)
  await turn() // In which the time limit is looked at.
})
