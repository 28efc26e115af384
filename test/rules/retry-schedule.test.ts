import assert from 'node:assert/strict'
import test from 'node:test'
import { readConfig } from '../../server/config.ts'
import { pauseBeforeRetry, retryAfterMs } from '../../server/rules/retry-schedule.ts'

const read = readConfig({})
const SCHEDULE = 'config' in read ? read.config.webhookRetryMs : []
const NOW = Date.UTC(2026, 0, 15)

test('pauses are 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, and then there is none', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) =>
    pauseBeforeRetry({ attempts, retryAfterMs: undefined }, SCHEDULE, 0),
  )
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

test('chance adds up to 10 percent and never takes any away', () => {
  assert.equal(pauseBeforeRetry({ attempts: 2, retryAfterMs: undefined }, SCHEDULE, 0.5), 315_000)
  assert.equal(pauseBeforeRetry({ attempts: 2, retryAfterMs: undefined }, SCHEDULE, 1), 330_000)
})

test('what the receiver asks for takes the place of the planned pause, but adds no attempt', () => {
  assert.equal(pauseBeforeRetry({ attempts: 1, retryAfterMs: 60_000 }, SCHEDULE, 0), 60_000)
  assert.equal(pauseBeforeRetry({ attempts: 1, retryAfterMs: 86_400_000 }, SCHEDULE, 1), 86_400_000)
  assert.equal(pauseBeforeRetry({ attempts: 8, retryAfterMs: 60_000 }, SCHEDULE, 0), undefined)
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
