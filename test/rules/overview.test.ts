import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DayCount, spanOf, summarise } from '../../server/rules/orders/overview.ts'
import { DAY_MS } from '../../server/rules/values/durations.ts'

test('an overview compares two adjacent spans of equal length', () => {
  const span = spanOf(100 * DAY_MS + 5, 7, 0)
  assert.deepEqual([span.today, span.since], [100, 87 * DAY_MS])
  assert.deepEqual(spanOf(100 * DAY_MS - 1, 7, 330).since, 87 * DAY_MS - 330 * 60_000)
  const sold = (day: number): DayCount => ({ day, status: 'started', orders: 1, test_orders: 0, paise: 100 })
  const { days, orders, before } = summarise([87, 93, 94, 100].map(sold), span)
  assert.deepEqual(
    days.map((each) => each.orders),
    [1, 0, 0, 0, 0, 0, 1],
  )
  assert.deepEqual([orders, before], [2, { orders: 2, revenue: 2 }])
})
