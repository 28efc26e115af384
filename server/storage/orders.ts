import { sql as raw } from 'kysely'
import type { OrderStatus } from '#contract/order-status.ts'
import { ACTIVE_STATUSES } from '../rules/order-status.ts'
import { columnsOf } from './columns.ts'
import type { Queries } from './engine.ts'
import { PURCHASE_COLUMNS } from './purchase.ts'
import type { OrderHistoryRow, OrderRow } from './schema.ts'
import { literal, pick, rowsOf, type Sql, statement } from './statement.ts'

const COLUMNS = columnsOf<OrderRow>()([
  'store_id',
  'id',
  'token',
  'checkout_id',
  'status',
  'tracking_url',
  'rating',
  'review',
  'created_at',
  'updated_at',
  'is_test',
  ...PURCHASE_COLUMNS,
])

type Key = { storeId: string; id: string }

const insert = statement((sql, p: OrderRow) =>
  sql.insertInto('orders').values({ ...pick(p, COLUMNS), worded: literal(1 as const) }),
)

/** Its words are written with it: see order-words.ts. */
export const insertOrder = (tx: Queries, order: OrderRow) => insert.run(tx, order)

const byId = statement(
  (sql, p: Key) =>
    sql.selectFrom('orders').select(COLUMNS).where('store_id', '=', p.storeId).where('id', '=', p.id),
  { together: true },
)

export const findOrder = (db: Queries, storeId: string, id: string) => byId.first(db, { storeId, id })

/** In no order; those that are not there are left out. */
export const listWholeOrders = async (db: Queries, storeId: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : rowsOf(db, (sql) =>
        sql.selectFrom('orders').select(COLUMNS).where('store_id', '=', storeId).where('id', 'in', ids),
      )

const byToken = statement((sql, p: { token: string }) =>
  sql.selectFrom('orders').select(COLUMNS).where('token', '=', p.token),
)

/** For the customer, who knows nothing but the token. */
export const findOrderByToken = (db: Queries, token: string) => byToken.first(db, { token })

const byCheckout = statement((sql, p: { storeId: string; checkoutId: string }) =>
  sql
    .selectFrom('orders')
    .select(COLUMNS)
    .where('store_id', '=', p.storeId)
    .where('checkout_id', '=', p.checkoutId),
)

export const findOrderByCheckout = (db: Queries, storeId: string, checkoutId: string) =>
  byCheckout.first(db, { storeId, checkoutId })

const locked = statement((sql, p: Key, dialect) =>
  dialect.lockRows(
    sql.selectFrom('orders').select(COLUMNS).where('store_id', '=', p.storeId).where('id', '=', p.id),
  ),
)

/** Nobody else changes the order until the transaction ends. */
export const lockOrder = (tx: Queries, storeId: string, id: string) => locked.first(tx, { storeId, id })

const anywhere = statement((sql, p: { id: string }) =>
  sql.selectFrom('orders').select('id').where('id', '=', p.id),
)

/** The one question that no store's id narrows: it tells "another store's order" from "no such order". */
export const orderExistsAnywhere = async (db: Queries, id: string): Promise<boolean> =>
  (await anywhere.first(db, { id })) !== undefined

const active = statement((sql, p: { storeId: string; productId: string }) =>
  sql
    .selectFrom('orders')
    .select('id')
    .where('store_id', '=', p.storeId)
    .where('product_id', '=', p.productId)
    .where('status', 'in', ACTIVE_STATUSES)
    .limit(1),
)

export const hasActiveOrders = async (db: Queries, storeId: string, productId: string): Promise<boolean> =>
  (await active.first(db, { storeId, productId })) !== undefined

type Move = Key & { status: OrderStatus; trackingUrl: string | null; at: number }

const move = statement((sql, p: Move) =>
  sql
    .updateTable('orders')
    .set({ status: p.status, tracking_url: p.trackingUrl, updated_at: p.at })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id),
)

/** After its line in the timeline, which holds the order. */
export const moveOrder = (tx: Queries, change: Move) => move.run(tx, change)

const HISTORY_COLUMNS = [
  'store_id',
  'order_id',
  'id',
  'at',
  'source',
  'actor',
  'from_status',
  'to_status',
  'tracking_url',
] as const

type NewHistory = Omit<OrderHistoryRow, 'number'>

const begin = statement((sql, p: NewHistory) =>
  sql.insertInto('order_history').values({ ...pick(p, HISTORY_COLUMNS), number: 1 }),
)

/** The first line of a new order's timeline. */
export const beginOrderHistory = (tx: Queries, entry: NewHistory) => begin.run(tx, entry)

const nextNumber = (sql: Sql, p: Pick<NewHistory, 'store_id' | 'order_id'>) =>
  sql
    .selectFrom('order_history')
    .select((column) => column(column.fn.max('number'), '+', 1).as('number'))
    .where('store_id', '=', p.store_id)
    .where('order_id', '=', p.order_id)

const append = statement((sql, p: NewHistory) =>
  sql.insertInto('order_history').values({ ...pick(p, HISTORY_COLUMNS), number: nextNumber(sql, p) }),
)

/** The next line, for an order whose row the transaction holds: so two can never get one number. */
export const appendOrderHistory = (tx: Queries, entry: NewHistory) => append.run(tx, entry)

type Seen = { seen_status: OrderStatus; seen_tracking_url: string | null; seen_at: number }

/** The number is none, which the table refuses, where the order is not as it was seen: so the whole transaction fails. */
const appendIfAsSeen = statement((sql, p: NewHistory & Seen, dialect) => {
  const asSeen = dialect.lockRows(
    sql
      .selectFrom('orders')
      .select(literal(0).as('zero'))
      .where('store_id', '=', p.store_id)
      .where('id', '=', p.order_id)
      .where('status', '=', p.seen_status)
      .where('tracking_url', 'is not distinct from', p.seen_tracking_url)
      .where('updated_at', '=', p.seen_at),
  )
  const number = raw<number>`${asSeen} + ${nextNumber(sql, p)}`
  return sql.insertInto('order_history').values({ ...pick(p, HISTORY_COLUMNS), number })
})

/** The next line of an order that was read but not held. The transaction fails where it has changed meanwhile. */
export const appendHistoryIfAsSeen = (tx: Queries, order: OrderRow, entry: NewHistory) =>
  appendIfAsSeen.run(tx, {
    ...entry,
    seen_status: order.status,
    seen_tracking_url: order.tracking_url,
    seen_at: order.updated_at,
  })

const listed = statement((sql, p: { storeId: string; orderId: string }) =>
  sql
    .selectFrom('order_history')
    .select([...HISTORY_COLUMNS, 'number'])
    .where('store_id', '=', p.storeId)
    .where('order_id', '=', p.orderId)
    .orderBy('number'),
)

/** The order's timeline, oldest first. */
export const listOrderHistory = (db: Queries, storeId: string, orderId: string) =>
  listed.all(db, { storeId, orderId })

type ReviewChange = Key & { rating: number; review: string | null; at: number }

const addReview = statement((sql, p: ReviewChange) =>
  sql
    .updateTable('orders')
    .set({ rating: p.rating, review: p.review, updated_at: p.at })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id)
    .where('status', '=', 'delivered')
    .where('rating', 'is', null)
    .returning('id'),
)

/** False where the order has a review already, or was not delivered. */
export const reviewOrder = async (tx: Queries, review: ReviewChange): Promise<boolean> =>
  (await addReview.first(tx, review)) !== undefined
