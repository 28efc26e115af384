import { TO_PREPARE_MOST } from '#contract/dashboard/overview.ts'
import { ROWS_MOST } from '#contract/dashboard/store.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import { ACTIVE_STATUSES } from '../../rules/orders/order-status.ts'
import type { Queries } from '../engine.ts'
import { literal, statement, statementPer } from '../statement.ts'

const inStatuses = statementPer((statuses: readonly OrderStatus[]) => (sql, p: { storeId: string }) => {
  const someIn = (status: OrderStatus) =>
    sql
      .selectFrom('orders')
      .select('id')
      .where('store_id', '=', p.storeId)
      .where('status', '=', literal(status))
      .limit(literal(TO_PREPARE_MOST))
  const [one, ...others] = statuses.map((status) => sql.selectFrom(someIn(status).as('some')).select('id'))
  return sql
    .selectFrom(others.reduce((all, each) => all.unionAll(each), one!).as('counted'))
    .select((column) => column.fn.countAll<number>().as('orders'))
})

/** How many orders have one of the statuses, at one moment, each status counted up to TO_PREPARE_MOST. */
export const countOrdersIn = async (
  db: Queries,
  storeId: string,
  statuses: readonly OrderStatus[],
): Promise<number> => (await inStatuses(statuses).first(db, { storeId }))?.orders ?? 0

export const countActiveOrders = (db: Queries, storeId: string) => countOrdersIn(db, storeId, ACTIVE_STATUSES)

const activeOf = statement((sql, p: { storeId: string; productId: string }) => {
  const some = sql
    .selectFrom('orders')
    .select('status')
    .where('store_id', '=', p.storeId)
    .where('product_id', '=', p.productId)
    .where('status', 'in', ACTIVE_STATUSES)
    .limit(literal(ROWS_MOST))
  return sql.selectFrom(some.as('some')).select((column) => column.fn.countAll<number>().as('orders'))
})

/** The orders that keep a product from being deleted, up to ROWS_MOST. */
export const countActiveOrdersOf = async (db: Queries, storeId: string, productId: string): Promise<number> =>
  (await activeOf.first(db, { storeId, productId }))?.orders ?? 0

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
