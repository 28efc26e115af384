import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClockReading, isBelieved, nextReading } from '../../server/rules/steady-clock.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

/** Reads every ten minutes from `from` on, for `forMs`. */
function readFor(forMs: number, from: number, last?: ClockReading): ClockReading {
  let reading = nextReading(last, from)
  for (let at = from + 10 * MINUTE; at <= from + forMs; at += 10 * MINUTE) reading = nextReading(reading, at)
  return reading
}

test('a clock is trusted once it has run for six hours', () => {
  assert.equal(isBelieved(readFor(6 * HOUR - 10 * MINUTE, 0)), false)
  assert.equal(isBelieved(readFor(6 * HOUR, 0)), true)
})

test('a clock is trusted again six hours after each leap or downtime', () => {
  const steady = readFor(WEEK, 0)
  for (const leap of [31 * MINUTE, WEEK, -31 * MINUTE, -WEEK]) {
    const leapt = readFor(5 * HOUR, steady.at + leap, steady)
    assert.equal(isBelieved(leapt), false)
    assert.equal(isBelieved(readFor(5 * HOUR, leapt.at + leap, leapt)), false)
    assert.equal(isBelieved(readFor(6 * HOUR, leapt.at + leap, leapt)), true)
  }
})

test('a restart or a late round leaves a clock trusted', () => {
  const steady = readFor(WEEK, 0)
  for (const pause of [1, 30 * MINUTE, -MINUTE])
    assert.equal(isBelieved(nextReading(steady, steady.at + pause)), true)
})

test('an age of five days needs five days of clock without a leap of three; shorter downtime is allowed', () => {
  const steady = readFor(WEEK, 0)
  assert.equal(isBelieved(steady, 5 * DAY), true)
  for (const leap of [73 * HOUR, WEEK, -73 * HOUR]) {
    const set = steady.at + leap
    assert.equal(isBelieved(readFor(6 * HOUR, set, steady)), true)
    assert.equal(isBelieved(readFor(5 * DAY - 10 * MINUTE, set, steady), 5 * DAY), false)
    assert.equal(isBelieved(readFor(5 * DAY, set, steady), 5 * DAY), true)
  }
  let reading: ClockReading | undefined
  for (const day of [0, 1, 4, 5]) reading = readFor(9 * HOUR, day * DAY, reading)
  assert.equal(isBelieved(reading!, 5 * DAY), true)
})

test('if the clocks of two instances differ, neither is trusted', () => {
  let reading: ClockReading | undefined
  for (let at = 0; at < WEEK; at += 10 * MINUTE) {
    for (const ahead of [0, WEEK]) {
      reading = nextReading(reading, at + ahead)
      assert.equal(isBelieved(reading), false)
    }
  }
})
