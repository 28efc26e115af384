import { type Expression, sql as raw } from 'kysely'
import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import type { OrderRow } from '../schema.ts'
import { literal, pick, rowsOf, type Sql, statement } from '../statement.ts'
import { storeOfKey } from '../stores/api-keys.ts'
import { countOrderHistory, lastLine } from './order-history.ts'
import { PURCHASE_COLUMNS } from './purchase.ts'

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
type ByKey = { keyHash: string; id: string }

const insert = statement((sql, p: OrderRow) =>
  sql.insertInto('orders').values({ ...pick(p, COLUMNS), worded: literal(1 as const) }),
)

/** Its words are written with it: see order-words.ts. */
export const insertOrder = (tx: Queries, order: OrderRow) => insert.run(tx, order)

const one = (sql: Sql, storeId: string | Expression<string>, id: string) =>
  sql.selectFrom('orders').select(COLUMNS).where('store_id', '=', storeId).where('id', '=', id)

const byId = statement((sql, p: Key) => one(sql, p.storeId, p.id), { together: true })

export const findOrder = (db: Queries, storeId: string, id: string) => byId.first(db, { storeId, id })

const byKey = statement((sql, p: ByKey) => one(sql, storeOfKey(sql, p.keyHash).$asScalar(), p.id), {
  together: true,
})

/** The order, if it belongs to the store of this API key. */
export const findOrderOfKey = (db: Queries, keyHash: string, id: string) => byKey.first(db, { keyHash, id })

/** In any order; orders that do not exist are left out. */
export const listWholeOrders = async (db: Queries, storeId: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : rowsOf(db, (sql) =>
        sql.selectFrom('orders').select(COLUMNS).where('store_id', '=', storeId).where('id', 'in', ids),
      )

const byToken = statement((sql, p: { token: string }) =>
  sql.selectFrom('orders').select(COLUMNS).where('token', '=', p.token),
)

/** For the customer's page, whose address holds only the token. */
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

const locked = statement((sql, p: Key, dialect) => dialect.lockRows(one(sql, p.storeId, p.id)))

/** Nobody else changes the order until the transaction ends. */
export const lockOrder = (tx: Queries, storeId: string, id: string) => locked.first(tx, { storeId, id })

const anywhere = statement((sql, p: { id: string }) =>
  sql.selectFrom('orders').select('id').where('id', '=', p.id),
)

/** Asks across all stores, as it tells "another store's order" from "no such order". */
export const orderExistsAnywhere = async (db: Queries, id: string): Promise<boolean> =>
  (await anywhere.first(db, { id })) !== undefined

type Move = Pick<OrderRow, 'store_id' | 'id' | 'status' | 'tracking_url' | 'updated_at'>

const move = statement((sql, p: Move) =>
  sql
    .updateTable('orders')
    .set(pick(p, ['status', 'tracking_url', 'updated_at']))
    .where('store_id', '=', p.store_id)
    .where('id', '=', p.id),
)

/** Locks the order until the transaction ends, so it comes before its line in the timeline. */
export const moveOrder = (tx: Queries, change: Move) => move.run(tx, change)

const DELIVERY = ['customer_name', 'customer_phone', 'pincode', 'address', 'updated_at'] as const

type Redirected = Pick<OrderRow, 'store_id' | 'id' | (typeof DELIVERY)[number]>

const redirect = statement((sql, p: Redirected) =>
  sql.updateTable('orders').set(pick(p, DELIVERY)).where('store_id', '=', p.store_id).where('id', '=', p.id),
)

/** The transaction must hold the order. */
export const redirectOrder = (tx: Queries, order: Redirected) => redirect.run(tx, order)

const itsLines = (sql: Sql) =>
  lastLine(sql, { storeId: raw.ref('orders.store_id'), id: raw.ref('orders.id') })
    .$asScalar()
    .$notNull()
    .as('lines')

const withLines = statement((sql, p: Key) => one(sql, p.storeId, p.id).select(itsLines(sql)), {
  together: true,
})

/** An order and how many lines its timeline has. A change inserts the next number, so a concurrent change fails. */
export const findOrderWithLines = (db: Queries, storeId: string, id: string) =>
  withLines.first(db, { storeId, id })

const withLinesByKey = statement(
  (sql, p: ByKey) => one(sql, storeOfKey(sql, p.keyHash).$asScalar(), p.id).select(itsLines(sql)),
  { together: true },
)

/** As `findOrderWithLines`, if it belongs to the store of this API key. */
export const findOrderWithLinesOfKey = (db: Queries, keyHash: string, id: string) =>
  withLinesByKey.first(db, { keyHash, id })

/** As `findOrderWithLines`; nobody else changes the order until the transaction ends. */
export async function lockOrderWithLines(tx: Queries, storeId: string, id: string) {
  // Sent together, in this order, so that the lines are counted after the order is locked.
  const [order, lines] = await Promise.all([lockOrder(tx, storeId, id), countOrderHistory(tx, storeId, id)])
  return order && { ...order, lines }
}

export type OrderWithLines = NonNullable<Awaited<ReturnType<typeof lockOrderWithLines>>>

type ReviewChange = Pick<OrderRow, 'store_id' | 'id' | 'rating' | 'review' | 'updated_at'>

const addReview = statement((sql, p: ReviewChange) =>
  sql
    .updateTable('orders')
    .set(pick(p, ['rating', 'review', 'updated_at']))
    .where('store_id', '=', p.store_id)
    .where('id', '=', p.id)
    .where('status', '=', 'delivered')
    .where('rating', 'is', null)
    .where('customer_email', '<>', literal(''))
    .returning('id'),
)

/** False if the order has a review already, was not delivered, or its customer is erased. */
export const reviewOrder = async (tx: Queries, review: ReviewChange): Promise<boolean> =>
  (await addReview.first(tx, review)) !== undefined
