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

/** A line of an order's timeline. Where it has one of that number already, the transaction fails. */
export const writeOrderHistory = (tx: Queries, line: OrderHistoryRow) => write.run(tx, line)

type Order = { storeId: string; id: string }

/** The number of the last line, 0 where there is none. */
export const lastLine = (sql: Sql, p: Order) =>
  sql
    .selectFrom('order_history')
    .select((column) => column.fn.coalesce(column.fn.max('number'), literal(0)).as('number'))
    .where('store_id', '=', p.storeId)
    .where('order_id', '=', p.id)

const last = statement(lastLine)

/** How many lines the timeline of an order has that the transaction holds. */
export const countOrderHistory = async (tx: Queries, storeId: string, id: string): Promise<number> =>
  (await last.first(tx, { storeId, id }))!.number

/** A link or an address can be changed as often as anybody likes, and the customer's page shows each time. */
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

/** The order's timeline, oldest first, without what was long before the newest. */
export const listOrderHistory = async (db: Queries, storeId: string, id: string) =>
  (await listed.all(db, { storeId, id })).toReversed()
