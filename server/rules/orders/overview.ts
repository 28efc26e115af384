import type { Day } from '#contract/dashboard/overview.ts'
import { ORDER_STATUSES, type OrderStatus } from '#contract/order-status.ts'
import { DAY_MS, MINUTE_MS } from '../values/durations.ts'
import { isoDay } from '../values/iso-time.ts'
import { toRupees } from '../values/money.ts'

export interface DayCount {
  /** Days since 1970 on the viewer's clock. */
  day: number
  status: OrderStatus
  orders: number
  /** How many of these were test orders, which brought no money. */
  test_orders: number
  paise: number
}

interface Span {
  /** How many days, today included. */
  days: number
  offsetMs: number
  /** Today, in days since 1970 on the viewer's clock. */
  today: number
  /** When the previous span of equal length began. */
  since: number
}

export function spanOf(now: number, days: number, offsetMinutes: number): Span {
  const offsetMs = offsetMinutes * MINUTE_MS
  const today = Math.floor((now + offsetMs) / DAY_MS)
  return { days, offsetMs, today, since: (today - 2 * days + 1) * DAY_MS - offsetMs }
}

/** The counts in the form that a chart needs: every day is present, and cancelled orders bring no revenue. */
export function summarise(counts: readonly DayCount[], { days, today }: Span) {
  const first = today - days + 1
  const byDay = new Map<number, { orders: number; paise: number }>()
  const before = { orders: 0, paise: 0 }
  let tests = 0
  const by_status = Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0])) as Record<
    OrderStatus,
    number
  >
  for (const { day, status, orders, test_orders, paise } of counts) {
    const earned = status === 'cancelled' ? 0 : paise
    if (day < first) {
      before.orders += orders
      before.paise += earned
      continue
    }
    by_status[status] += orders
    tests += test_orders
    const sum = byDay.get(day) ?? { orders: 0, paise: 0 }
    byDay.set(day, { orders: sum.orders + orders, paise: sum.paise + earned })
  }
  const all = Array.from({ length: days }, (_, i) => ({ day: first + i, ...byDay.get(first + i) }))
  const series: Day[] = all.map(({ day, orders = 0, paise = 0 }) => ({
    date: isoDay(day * DAY_MS),
    orders,
    revenue: toRupees(paise),
  }))
  return {
    days: series,
    orders: all.reduce((sum, { orders = 0 }) => sum + orders, 0),
    test_orders: tests,
    revenue: toRupees(all.reduce((sum, { paise = 0 }) => sum + paise, 0)),
    before: { orders: before.orders, revenue: toRupees(before.paise) },
    by_status,
  }
}
