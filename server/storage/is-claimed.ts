import { type AnyColumn, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Dialect } from './engine.ts'

/**
 * Whether a row, by the columns of its key, is one of the query's rows that no other transaction has locked; locks
 * them. Materialised: if PostgreSQL believes a table to be nearly empty, it would run the query again for each row,
 * each time skipping the rows claimed before, so that the query's limit would bound nothing.
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
