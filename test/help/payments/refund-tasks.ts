import type { Queries } from '../../../server/storage/engine.ts'
import { rowsOf } from '../../../server/storage/statement.ts'

/** All of a store's, the newest first. */
export const refundTasksOf = (db: Queries, storeId: string) =>
  rowsOf(db, (sql) =>
    sql.selectFrom('refund_tasks').selectAll().where('store_id', '=', storeId).orderBy('created_at', 'desc'),
  )
