import type { Queries } from '../engine.ts'
import { rowsOf } from '../statement.ts'

/** Oldest first. Only for whoever runs the service: others may know only of their own stores. */
export const listStores = (db: Queries) =>
  rowsOf(db, (sql) =>
    sql
      .selectFrom('stores')
      .select(['id', 'slug', 'name', 'created_at'])
      .where('deleted_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id'),
  )
