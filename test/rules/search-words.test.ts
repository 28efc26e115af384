import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { askedWords, searchWords, singular } from '../../server/rules/values/search-words.ts'

test('a prefix of another word is dropped, wherever it stands', () => {
  assert.deepEqual(askedWords(['br', 'lamp', 'brass', 'la', 'brassy', 'bras']), ['lamp', 'brassy'])
  assert.deepEqual(askedWords(['दी', 'दीप', 'd']), ['दीप', 'd'])
  assert.deepEqual(askedWords([]), [])
})

test('a plural is asked for as its singular, once; a short word or one in ss stays', () => {
  assert.deepEqual(singular(['lamps', 'kurtas', 'lamp', 'cups', 'sarees']), ['lamp', 'kurta', 'cup', 'saree'])
  assert.deepEqual(singular(['dresses', 'boxes', 'dishes', 'watches']), ['dress', 'box', 'dish', 'watch'])
  const kept = ['das', 'bus', 'brass', 's', 'दीयाs', '100s', 'a4s']
  assert.deepEqual(singular(kept), kept)
})

test('of thousands of words the first six are searched, as fast as of a few', {
  timeout: 20_000,
}, async () => {
  const words = searchWords(Array.from({ length: 100_000 }, (_, n) => String(n).padStart(6, '0')).join(' '))
  assert.deepEqual(askedWords(words), words.slice(0, 6))
  await turn() // lets node:test check the time limit
})
