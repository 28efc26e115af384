import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchedClock } from '../server/clock.ts'

test('a clock set ahead is noticed for as long as asked; one that runs or is set back is not', () => {
  const time = { now: 1_000_000, steady: 0 }
  const pass = (ms: number) => {
    time.now += ms
    time.steady += ms
  }
  const clock = watchedClock(
    () => time.now,
    () => time.steady,
  )
  pass(3_600_000)
  assert.equal(clock.wasSetAhead(15_000), false)
  time.now -= 3_600_000
  assert.equal(clock.wasSetAhead(15_000), false)
  time.now += 3_600_000
  assert.equal(clock.wasSetAhead(15_000), true)
  pass(14_999)
  assert.equal(clock.wasSetAhead(15_000), true)
  pass(1)
  assert.equal(clock.wasSetAhead(15_000), false)
})
