import { columnsOf } from './columns.ts'
import type { Queries } from './engine.ts'
import type { RefundTaskRow } from './schema.ts'
import { pick, statement } from './statement.ts'

const COLUMNS = columnsOf<RefundTaskRow>()([
  'store_id',
  'payment_id',
  'amount_paise',
  'reason',
  'created_at',
  'done_at',
])

const insert = statement((sql, p: RefundTaskRow) => sql.insertInto('refund_tasks').values(pick(p, COLUMNS)))

export const insertRefundTask = (tx: Queries, task: RefundTaskRow) => insert.run(tx, task)

const list = statement((sql, p: { storeId: string }) =>
  sql
    .selectFrom('refund_tasks')
    .select(COLUMNS)
    .where('store_id', '=', p.storeId)
    .orderBy('created_at', 'desc'),
)

export const listRefundTasks = (db: Queries, storeId: string) => list.all(db, { storeId })
