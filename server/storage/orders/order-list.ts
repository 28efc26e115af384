import type { OrderStatus } from '#contract/order-status.ts'
import type { Queries } from '../engine.ts'
import { comesAfter, type Place } from '../place.ts'
import { rowsOf, type Sql } from '../statement.ts'

/** What the list shows of an order, and the columns that it is searched by. */
const NAMES = [
  'id',
  'is_test',
  'created_at',
  'status',
  'product_name',
  'product_image',
  'quantity',
  'amount_paise',
  'customer_name',
  'customer_email',
  'customer_phone',
  'pincode',
] as const

export const ORDER_LINE = NAMES.map((name) => `orders.${name}` as const)

export interface OrderQuery {
  /** One of these statuses; any if the list is empty. */
  statuses?: readonly OrderStatus[] | undefined
  /** Made at or after this time. */
  from?: number | undefined
  /** Made before this time. */
  to?: number | undefined
}

/**
 * Newest first: an index has them in this order, for all orders and for each status. One query reads all statuses:
 * between two queries, an order that changes its status could be listed twice or not at all.
 */
export const listOrders = (
  db: Queries,
  storeId: string,
  { statuses, ...made }: OrderQuery,
  after: Place | undefined,
  limit: number,
) =>
  rowsOf(db, (sql) => {
    const newest = (status?: OrderStatus) => newestIn(sql, storeId, { status, ...made }, after, limit)
    const [one, ...others] = statuses ?? []
    if (!one || others.length === 0) return newest(one)
    const pageOf = (status: OrderStatus) => sql.selectFrom(newest(status).as('page')).select(NAMES)
    return others
      .reduce((all, status) => all.unionAll(pageOf(status)), pageOf(one))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
  })

function newestIn(
  sql: Sql,
  storeId: string,
  { status, from, to }: Omit<OrderQuery, 'statuses'> & { status: OrderStatus | undefined },
  after: Place | undefined,
  limit: number,
) {
  let query = sql.selectFrom('orders').select(ORDER_LINE).where('store_id', '=', storeId)
  if (after) query = query.where(comesAfter(after))
  if (status) query = query.where('status', '=', status)
  if (from !== undefined) query = query.where('created_at', '>=', from)
  if (to !== undefined) query = query.where('created_at', '<', to)
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit)
}

export type OrderListRow = Awaited<ReturnType<typeof listOrders>>[number]

/** Orders whose ids lie between two others. */
export const listOrdersBetween = (db: Queries, storeId: string, first: string, last: string, limit: number) =>
  rowsOf(db, (sql) =>
    sql
      .selectFrom('orders')
      .select(ORDER_LINE)
      .where('store_id', '=', storeId)
      .where('id', '>=', first)
      .where('id', '<=', last)
      .limit(limit),
  )
