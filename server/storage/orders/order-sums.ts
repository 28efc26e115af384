import { setImmediate as othersTurn } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import type { OrderStatus } from '#contract/order-status.ts'
import type { DayCount } from '../../rules/orders/overview.ts'
import { DAY_MS, MINUTE_MS } from '../../rules/values/durations.ts'
import type { Queries } from '../engine.ts'
import type { OrderRow, OrderSumRow } from '../schema.ts'
import { pick, type Sql, statement } from '../statement.ts'

export const QUARTER_MS = 15 * MINUTE_MS

export const quarterOf = (at: number) => Math.floor(at / QUARTER_MS)

const SUM_COLUMNS = ['store_id', 'quarter', 'status', 'orders', 'test_orders', 'paise'] as const

const add = (sql: Sql, rows: OrderSumRow[]) =>
  sql
    .insertInto('order_sums')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'quarter', 'status']).doUpdateSet({
        orders: raw<number>`order_sums.orders + excluded.orders`,
        test_orders: raw<number>`order_sums.test_orders + excluded.test_orders`,
        paise: raw<number>`order_sums.paise + excluded.paise`,
      }),
    )

type Counted = Pick<OrderRow, 'store_id' | 'status' | 'amount_paise' | 'is_test' | 'created_at'>

const sumOf = (order: Counted, orders: 1 | -1): OrderSumRow => ({
  ...pick(order, ['store_id', 'status']),
  quarter: quarterOf(order.created_at),
  orders,
  test_orders: order.is_test ? orders : 0,
  paise: order.is_test ? 0 : orders * order.amount_paise,
})

const addOne = statement((sql, p: OrderSumRow) => add(sql, [pick(p, SUM_COLUMNS)]))

/** Counts a new order. All orders of the store wait for this row's lock, so it is written last. */
export const countOrder = (tx: Queries, order: Counted) => addOne.run(tx, sumOf(order, 1))

type Two = Pick<OrderSumRow, 'store_id' | 'quarter'> &
  Record<`status${1 | 2}`, OrderStatus> &
  Record<`${'orders' | 'test_orders' | 'paise'}${1 | 2}`, number>

const addTwo = statement((sql, p: Two) =>
  add(
    sql,
    ([1, 2] as const).map((n) => ({
      ...pick(p, ['store_id', 'quarter']),
      status: p[`status${n}`],
      orders: p[`orders${n}`],
      test_orders: p[`test_orders${n}`],
      paise: p[`paise${n}`],
    })),
  ),
)

/** Counts an order under its new status instead of its former one. A fixed order of the two rows avoids deadlocks. */
export function recountOrder(tx: Queries, order: Counted, to: OrderStatus) {
  const sums = [sumOf(order, -1), sumOf({ ...order, status: to }, 1)]
  const [one, two] = sums.toSorted((a, b) => (a.status < b.status ? -1 : 1)) as [OrderSumRow, OrderSumRow]
  return addTwo.run(tx, {
    ...pick(one, ['store_id', 'quarter']),
    status1: one.status,
    orders1: one.orders,
    test_orders1: one.test_orders,
    paise1: one.paise,
    status2: two.status,
    orders2: two.orders,
    test_orders2: two.test_orders,
    paise2: two.paise,
  })
}

type Since = { storeId: string; since: number; until: number; offsetMs: number }
type Quarters = { storeId: string; from: number; to: number; offsetMs: number }

const byDay = statement<Quarters, DayCount>((sql, p) =>
  sql
    .selectFrom('order_sums')
    .select([
      raw<number>`(quarter * ${raw.lit(QUARTER_MS)} + cast(${p.offsetMs} as bigint)) / ${raw.lit(DAY_MS)}`.as(
        'day',
      ),
      'status',
      raw<number>`cast(sum(orders) as bigint)`.as('orders'),
      raw<number>`cast(sum(test_orders) as bigint)`.as('test_orders'),
      raw<number>`cast(sum(paise) as bigint)`.as('paise'),
    ])
    .where('store_id', '=', p.storeId)
    .where('quarter', '>=', p.from)
    .where('quarter', '<', p.to)
    .groupBy([raw`1`, 'status']),
)

const MONTH = 30 * 24 * 4

/**
 * Orders and what was paid for them, by day and by the status that they have now. Reads a month at a time, so that a
 * long span does not hold up other work.
 */
export async function countOrdersByDay(db: Queries, { storeId, since, until, offsetMs }: Since) {
  const counts: DayCount[] = []
  const end = quarterOf(until - 1) + 1
  for (let from = quarterOf(since); from < end; from += MONTH) {
    counts.push(...(await byDay.all(db, { storeId, offsetMs, from, to: Math.min(end, from + MONTH) })))
    await othersTurn()
  }
  return counts
}
