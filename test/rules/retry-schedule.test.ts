import assert from 'node:assert/strict'
import test from 'node:test'
import { configOf } from '../../harness/app/config-of.ts'
import { isSuccess } from '../../server/rules/webhooks/is-success.ts'
import {
  type FailedAttempt,
  type NextAttempt,
  nextAttempt,
  retryAfterMs,
} from '../../server/rules/webhooks/retry-schedule.ts'

const SCHEDULE = configOf({}).webhookRetryMs
const NOW = Date.UTC(2026, 0, 15)

const failed = (step: number, more: Partial<FailedAttempt> = {}): FailedAttempt => ({
  now: NOW,
  step,
  plannedAt: null,
  retryAfterMs: undefined,
  ...more,
})

const pauseOf = (attempt: FailedAttempt, chance = 0) => {
  const next = nextAttempt(attempt, SCHEDULE, chance)
  return next && next.dueAt - attempt.now
}

test('pauses are 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, and then there is none', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 6, 7].map((step) => pauseOf(failed(step)))
  assert.deepEqual(pauses, [
    5_000,
    300_000,
    1_800_000,
    7_200_000,
    18_000_000,
    36_000_000,
    36_000_000,
    undefined,
  ])
})

test('jitter adds up to 10 percent and never subtracts', () => {
  assert.equal(pauseOf(failed(1), 0.5), 315_000)
  assert.equal(pauseOf(failed(1), 1), 330_000)
})

test('the receiver’s Retry-After replaces the planned pause', () => {
  assert.equal(pauseOf(failed(0, { retryAfterMs: 60_000 })), 60_000)
  assert.equal(pauseOf(failed(0, { retryAfterMs: 86_400_000 }), 1), 86_400_000)
  assert.equal(pauseOf(failed(7, { retryAfterMs: 60_000 })), undefined)
})

test('an earlier attempt that the receiver asks for is extra: the planned one still comes on time', () => {
  const early = nextAttempt(failed(1, { retryAfterMs: 10_000 }), SCHEDULE, 0)
  assert.deepEqual(early, { dueAt: NOW + 10_000, step: 2, plannedAt: NOW + 300_000 })
  const { dueAt: now, step, plannedAt } = early!
  const planned = nextAttempt({ now, step, plannedAt, retryAfterMs: 10_000 }, SCHEDULE, 0)
  assert.deepEqual(planned, { dueAt: NOW + 300_000, step: 2, plannedAt: null })
  const longer = nextAttempt({ now, step, plannedAt, retryAfterMs: 600_000 }, SCHEDULE, 0)
  assert.equal(longer?.dueAt, now + 600_000)
})

test('an extra attempt that comes later than the planned one takes its place', () => {
  const late = nextAttempt(failed(2, { plannedAt: NOW - 1 }), SCHEDULE, 0)
  assert.deepEqual(late, { dueAt: NOW + 1_800_000, step: 3, plannedAt: null })
})

test('every status from 200 to 299 is a success, and no other, and no answer is none', () => {
  assert.deepEqual([null, 199, 200, 299, 300].map(isSuccess), [false, false, true, true, false])
})

test('a receiver that always asks for 5 seconds is tried twice per pause, for as long as any other', () => {
  let next = { dueAt: NOW, step: 0, plannedAt: null } as NextAttempt | undefined
  let attempts = 0
  let last = NOW
  for (; next; attempts++) {
    last = next.dueAt
    next = nextAttempt({ ...next, now: next.dueAt, retryAfterMs: 5000 }, SCHEDULE, 0)
  }
  assert.equal(attempts, 14)
  assert.equal(
    last - NOW,
    SCHEDULE.reduce((sum, pause) => sum + pause),
  )
})

const ASKED: [number, string | undefined, number | undefined][] = [
  [503, '120', 120_000],
  [429, '120', 120_000],
  [429, '1', 5_000],
  [503, '0', 5_000],
  [503, '9999999', 86_400_000],
  [503, new Date(NOW + 90_000).toUTCString(), 90_000],
  [503, new Date(NOW - 90_000).toUTCString(), 5_000],
  [503, 'soon', undefined],
  [503, undefined, undefined],
  [500, '120', undefined],
  [404, '120', undefined],
]

for (const [status, header, expected] of ASKED) {
  test(`${status} with Retry-After ${header} asks for ${expected}`, () =>
    assert.equal(retryAfterMs(status, header, NOW), expected))
}
