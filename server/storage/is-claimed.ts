import { type AnyColumn, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Dialect } from './engine.ts'

/**
 * Whether a row is one of the query that nobody else holds, by the columns of its key. It is held from then on. Materialised:
 * where PostgreSQL takes a table for nearly empty it would run the query for each of its rows, and pass by those that were
 * taken already, so that its limit bounded nothing.
 */
export function isClaimed<DB, TB extends keyof DB>(
  dialect: Dialect,
  key: ReadonlyArray<AnyColumn<DB, TB>>,
  query: SelectQueryBuilder<DB, TB, object>,
): RawBuilder<boolean> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const some = dialect.claimRows(query.select(key))
  return sql`(${columns}) in (with "some" as materialized ${some} select ${columns} from "some")`
}
