import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextMailTry } from '../../server/rules/mail-retries.ts'

const HOUR = 3_600_000

test('the pauses are 10 s, then double, and stop growing at an hour', () => {
  const pauses = Array.from({ length: 12 }, (_, i) => nextMailTry(i + 1, 0, 0))
  assert.deepEqual(
    pauses,
    [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600].map((seconds) => seconds * 1000),
  )
})

test('a mail is tried for 24 hours and then given up', () => {
  assert.equal(nextMailTry(20, 0, 22 * HOUR), 23 * HOUR)
  assert.equal(nextMailTry(20, 0, 23 * HOUR), undefined)
})

test('a day of failing means some 32 tries', () => {
  let [now, tries] = [0, 1]
  for (let next = nextMailTry(tries, 0, now); next !== undefined; next = nextMailTry(tries, 0, now)) {
    now = next
    tries++
  }
  assert.equal(tries, 32)
})
