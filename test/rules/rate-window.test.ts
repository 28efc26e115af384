import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOver, judge, retryAfter } from '../../server/rules/rate-window.ts'

test('the last request of the limit is allowed, the next is not, and nothing is left below 0', () => {
  const verdict = (used: number) => {
    const { allowed, remaining } = judge({ used, endsAt: 5 }, 10)
    return [allowed, remaining]
  }
  assert.deepEqual(
    [verdict(1), verdict(10), verdict(11), verdict(99)],
    [
      [true, 9],
      [true, 0],
      [false, 0],
      [false, 0],
    ],
  )
})

test('a refused caller waits whole seconds, rounded up, from 1 to 60', () => {
  const cases = [
    [60_000, 60],
    [59_001, 60],
    [59_000, 59],
    [1001, 2],
    [1000, 1],
    [1, 1],
    [0, 1],
    [99_000, 60],
  ] as const
  for (const [left, seconds] of cases) assert.equal(retryAfter(1_000_000 + left, 1_000_000), seconds)
})

test('a window is over at its end, and when it would last much longer than a minute', () => {
  assert.deepEqual(
    [0, 1, 60_000, 65_000, 65_001].map((left) => isOver(1_000_000 + left, 1_000_000)),
    [true, false, false, false, true],
  )
})
