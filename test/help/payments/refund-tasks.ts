import type { Queries } from '../../../server/storage/engine.ts'
import { rowsOf } from '../../../server/storage/statement.ts'

/** All refund tasks of a store, newest first. */
export const refundTasksOf = (db: Queries, storeId: string) =>
  rowsOf(db, (sql) =>
    sql.selectFrom('refund_tasks').selectAll().where('store_id', '=', storeId).orderBy('created_at', 'desc'),
  )
