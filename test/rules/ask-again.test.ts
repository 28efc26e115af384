import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LONGEST_PAUSE_MS, nextAsk } from '../../server/rules/payments/ask-again.ts'
import { DAY_MS, HOUR_MS } from '../../server/rules/values/durations.ts'

const SECOND = 1000

/** The times at which a payment that began at 0, and perhaps was promised, is polled if it is never captured. */
function asksFrom(first: number, promised_at: number | null = null): number[] {
  const asked: number[] = []
  for (let at: number | null = first; at !== null && asked.length < 1000; ) {
    asked.push(at)
    at = nextAsk({ asks: asked.length, created_at: 0, promised_at }, at)
  }
  return asked
}

const pausesOf = (times: number[]) => times.slice(1).map((at, i) => at - times[i]!)

test('an unanswered payment is queried at pauses that grow to an hour, for two days', () => {
  const asked = asksFrom(120 * SECOND)
  assert.deepEqual([asked.length, asked.at(-1)], [31, 2 * DAY_MS])
  const pauses = pausesOf(asked)
  assert.deepEqual(
    pauses.slice(0, 10).map((pause) => pause / SECOND / 60),
    [2, 4, 8, 16, 32, 60, 60, 60, 60, 60],
  )
  assert.ok(Math.max(...pauses) < LONGEST_PAUSE_MS)
})

test('a payment that only looks old is queried for most of a day before it is given up', () => {
  for (const ahead of [30 * HOUR_MS, 3 * DAY_MS, 400 * DAY_MS]) {
    const asked = asksFrom(ahead)
    assert.deepEqual(
      pausesOf(asked)
        .slice(0, 6)
        .map((pause) => pause / SECOND / 60),
      [2, 4, 8, 16, 32, 60],
    )
    assert.ok(asked.length >= 24 && asked.length < 31, `${asked.length}`)
    assert.ok(asked.at(-1)! - ahead >= 18 * HOUR_MS)
  }
})

test('a payment the bank has promised is queried within seconds, a few times, then as any other', () => {
  const soon = [2, 5, 10, 20, 45, 90, 210, 630]
  const asked = asksFrom(2 * SECOND, 0)
  assert.deepEqual(
    asked.slice(0, 8).map((at) => at / SECOND),
    soon,
  )
  assert.ok(pausesOf(asked.slice(7)).every((pause) => pause >= HOUR_MS / 3))
  assert.equal(asked.at(-1), 2 * DAY_MS)
})

test('a promise that comes after the last query is queried all the same', () => {
  const asked = { asks: 31, created_at: 0 }
  assert.equal(nextAsk({ ...asked, promised_at: null }, 2 * DAY_MS), null)
  assert.equal(nextAsk({ ...asked, promised_at: 2 * DAY_MS }, 2 * DAY_MS), 2 * DAY_MS + 2 * SECOND)
})
