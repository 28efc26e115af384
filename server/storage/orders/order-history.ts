import type { Expression } from 'kysely'
import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import type { OrderHistoryRow } from '../schema.ts'
import { literal, pick, type Sql, statement } from '../statement.ts'

const COLUMNS = columnsOf<OrderHistoryRow>()([
  'store_id',
  'order_id',
  'id',
  'at',
  'source',
  'actor',
  'from_status',
  'to_status',
  'tracking_url',
  'number',
  'about',
])

const write = statement((sql, p: OrderHistoryRow) => sql.insertInto('order_history').values(pick(p, COLUMNS)))

/** Writes a line of an order's timeline. If the order has a line of that number already, the transaction fails. */
export const writeOrderHistory = (tx: Queries, line: OrderHistoryRow) => write.run(tx, line)

type Order = { storeId: string; id: string }
type AnyOrder = Record<keyof Order, string | Expression<string>>

/** The number of the last line, 0 where there is none. */
export const lastLine = (sql: Sql, p: AnyOrder) =>
  sql
    .selectFrom('order_history')
    .select((column) => column.fn.coalesce(column.fn.max('number'), literal(0)).as('number'))
    .where('store_id', '=', p.storeId)
    .where('order_id', '=', p.id)

const last = statement((sql, p: Order) => lastLine(sql, p))

/** How many lines the order's timeline has. The transaction must hold the order. */
export const countOrderHistory = async (tx: Queries, storeId: string, id: string): Promise<number> =>
  (await last.first(tx, { storeId, id }))!.number

/** A link or an address can be changed any number of times, and the customer's page shows each change. */
const MOST_LINES = 500

const listed = statement((sql, p: Order) =>
  sql
    .selectFrom('order_history')
    .select(COLUMNS)
    .where('store_id', '=', p.storeId)
    .where('order_id', '=', p.id)
    .orderBy('number', 'desc')
    .limit(literal(MOST_LINES)),
)

/** The newest lines of the order's timeline, oldest first. */
export const listOrderHistory = async (db: Queries, storeId: string, id: string) =>
  (await listed.all(db, { storeId, id })).toReversed()
