import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import pg from 'pg'
import type { Dialect } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { Lost, ReadOnly } from './lost.ts'

const DUPLICATE = '23505'
const DANGLING = '23503'
const DISK_FULL = '53100'
const READ_ONLY = '25006'
const NO_TABLE_OR_COLUMN = new Set(['42P01', '42703'])
/** Conflicts and deadlocks: PostgreSQL aborts one of the transactions. */
export const RETRYABLE_CODES: readonly string[] = ['40001', '40P01']
/** Also a lock that was not given in time, and a statement that was ended because it took too long. */
const BUSY = new Set(['55P03', '57014', ...RETRYABLE_CODES])

const CATALOGUE = `
  select c.relname as name,
    (select json_agg(a.attname order by a.attnum)::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select coalesce(json_agg(a.attname order by k.place), '[]')::text
      from pg_constraint p cross join unnest(p.conkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where p.conrelid = c.oid and p.contype = 'p') as key,
    (select coalesce(json_agg(distinct f.confrelid::regclass::text), '[]')::text
      from pg_constraint f where f.conrelid = c.oid and f.contype = 'f') as parents,
    pg_has_role(c.relowner, 'usage')::int as is_owned
  from pg_class c
  where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
    and c.relnamespace = (select oid from pg_namespace where nspname = current_schema())`

const FACTS = `
  select split_part(current_setting('server_version'), ' ', 1) as version,
    current_setting('server_encoding') as encoding,
    (extract(epoch from clock_timestamp()) * 1000)::bigint as clock,
    coalesce(has_schema_privilege(current_schema(), 'create'), false)::int as may_make_tables,
    (current_setting('transaction_read_only') = 'on')::int as is_read_only,
    (current_setting('fsync') = 'on')::int as waits_for_disk`

export const postgresDialect: Dialect = {
  engine: 'postgres',
  builder: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  lockRows: (query) => query.forUpdate(),
  holdRows: (query) => query.forNoKeyUpdate(),
  shareRows: (query) => query.forKeyShare(),
  claimRows: (query) => query.forUpdate().skipLocked(),
  holdName: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
  keepsProductJson: false, // Joining the fields costs little beside a round trip; keeping them slows writes.
  isAmong: (column, values) => sql`${sql.ref(column)} = any(array${values})`,
  jsonTexts: (column) => sql`json_array_elements_text(${sql.ref(column)}::json)`,
  catalogue: CATALOGUE,
  facts: FACTS,
  // A read-only server refuses any UPDATE, also one that matches no row.
  takesWrites: {
    sql: 'update migrations set applied_at = applied_at where false',
    reads: true, // So that it goes through a lane and waits for no connection of the pool.
    name: 'haat_takes_writes',
  },
  isDuplicate: (error) => codeOf(error) === DUPLICATE,
  isDangling: (error) => codeOf(error) === DANGLING,
  isMissing: (error) => NO_TABLE_OR_COLUMN.has(codeOf(error)),
  isUnavailable,
  isReadOnly: (error) => error instanceof ReadOnly || codeOf(error) === READ_ONLY,
  isBusy: (error) => BUSY.has(codeOf(error)),
  isFull: (error) => codeOf(error) === DISK_FULL,
}

export const codeOf = (error: unknown): string => String((error as { code?: string } | undefined)?.code ?? '')

/**
 * A lost or refused connection, or a server that starts, stops, is out of room, is busy or takes no writes; also one
 * that no longer lets this user in, or no longer has this database, as after a change of password or of privileges, or
 * during a restore.
 */
function isUnavailable(error: unknown): boolean {
  if (error instanceof Lost) return true
  const code = codeOf(error)
  // The server's messages may be translated, so its codes decide; the driver's own errors have only messages.
  if (error instanceof pg.DatabaseError)
    return /^(08|28|3D|42501|53|55000|57P|25P03|25006)/.test(code) || BUSY.has(code)
  if (/^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET)/.test(code)) return true
  return error instanceof Error && /^Connection terminated|^timeout e|is not queryable$/.test(error.message)
}
