import { type AnyColumn, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Dialect } from './engine.ts'

/** Whether a row is one of the query that nobody else holds, by the columns of its key. It is held from then on. */
export const isClaimed = <DB, TB extends keyof DB>(
  dialect: Dialect,
  key: ReadonlyArray<AnyColumn<DB, TB>>,
  query: SelectQueryBuilder<DB, TB, object>,
): RawBuilder<boolean> =>
  sql`(${sql.join(key.map((column) => sql.ref(column)))}) in ${dialect.claimRows(query.select(key))}`
