import { sql as raw } from 'kysely'
import type { OrderStatus } from '#contract/order-status.ts'
import { ACTIVE_STATUSES } from '../rules/order-status.ts'
import type { Queries } from './engine.ts'
import type { OrderRow } from './schema.ts'
import { pick, rowsOf, statement } from './statement.ts'
import { between, contains, type Place, walk } from './walk.ts'

const LINE = [
  'id',
  'created_at',
  'status',
  'product_name',
  'product_image',
  'quantity',
  'amount_paise',
  'customer_name',
  'customer_email',
] as const

const SEARCHED = ['customer_name', 'customer_email', 'customer_phone', 'product_name', 'id'] as const

export interface OrderQuery {
  status?: OrderStatus | undefined
  /** Made at or after this time. */
  from?: number | undefined
  /** Made before this time. */
  to?: number | undefined
  search?: string | undefined
}

/** Newest first. Status and dates are found by an index; a text is looked for in a bounded number of rows. */
export function listOrders(
  db: Queries,
  storeId: string,
  { status, from, to, search }: OrderQuery,
  page: { after: Place | undefined; limit: number },
) {
  const read = (begin: Place | undefined, end: Place | undefined, limit: number) =>
    rowsOf(db, (sql) => {
      let query = sql
        .selectFrom('orders')
        .select(LINE)
        .where('store_id', '=', storeId)
        .where(between(begin, end))
      if (status) query = query.where('status', '=', status)
      if (from !== undefined) query = query.where('created_at', '>=', from)
      if (to !== undefined) query = query.where('created_at', '<', to)
      if (search) query = query.where(raw<boolean>`(${anyContains(search)})`)
      return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit)
    })
  if (search) return walk(db, 'orders', storeId, page, read)
  return read(page.after, undefined, page.limit).then((rows) => ({ rows, stoppedAt: undefined }))
}

const anyContains = (search: string) =>
  raw.join(
    SEARCHED.map((column) => contains(column, search)),
    raw` or `,
  )

/** What the list shows of an order. */
export const orderLine = (order: OrderRow) => pick(order, LINE)

export type OrderListRow = Awaited<ReturnType<typeof listOrders>>['rows'][number]

const activeOf = statement((sql, p: { storeId: string; productId: string }) =>
  sql
    .selectFrom('orders')
    .select((column) => column.fn.countAll<number>().as('orders'))
    .where('store_id', '=', p.storeId)
    .where('product_id', '=', p.productId)
    .where('status', 'in', ACTIVE_STATUSES),
)

/** The orders that keep a product from being deleted. */
export const countActiveOrdersOf = async (db: Queries, storeId: string, productId: string): Promise<number> =>
  Number((await activeOf.first(db, { storeId, productId }))?.orders ?? 0)
