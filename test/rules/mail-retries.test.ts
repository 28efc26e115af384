import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextMailTry } from '../../server/rules/mails/mail-retries.ts'
import { HOUR_MS } from '../../server/rules/values/durations.ts'

test('the pauses are 10 s, then double, and stop growing at an hour', () => {
  const pauses = Array.from({ length: 12 }, (_, i) => nextMailTry(i + 1, 0))
  assert.deepEqual(
    pauses,
    [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600].map((seconds) => seconds * 1000),
  )
})

test('a mail is given up with its 32nd try, which comes after a day of failing', () => {
  let now = 0
  for (let tries = 1; tries < 32; tries++) now = nextMailTry(tries, now)!
  assert.equal(nextMailTry(32, now), undefined)
  assert.ok(now > 23 * HOUR_MS && now < 24 * HOUR_MS, `${now / HOUR_MS} hours`)
})
