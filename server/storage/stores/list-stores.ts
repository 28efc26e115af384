import type { Queries } from '../engine.ts'
import { rowsOf } from '../statement.ts'

/** Oldest first. For who runs the service: nobody else may know of more stores than their own. */
export const listStores = (db: Queries) =>
  rowsOf(db, (sql) =>
    sql
      .selectFrom('stores')
      .select(['id', 'slug', 'name', 'created_at'])
      .where('deleted_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id'),
  )
