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
/** Of two that stand in each other's way one is refused. */
export const LOST_RACES: readonly string[] = ['40001', '40P01']
/** Beside them, a lock that was not given in time, and a statement that was ended because it took too long. */
const BUSY = new Set(['55P03', '57014', ...LOST_RACES])

const CATALOGUE = `
  select c.relname as name,
    (select json_agg(a.attname order by a.attnum)::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select coalesce(json_agg(a.attname order by k.place), '[]')::text
      from pg_constraint p cross join unnest(p.conkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where p.conrelid = c.oid and p.contype = 'p') as key,
    (select coalesce(json_agg(distinct f.confrelid::regclass::text), '[]')::text
      from pg_constraint f where f.conrelid = c.oid and f.contype = 'f') as parents
  from pg_class c
  where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
    and c.relnamespace = (select oid from pg_namespace where nspname = current_schema())`

const FACTS = `
  select split_part(current_setting('server_version'), ' ', 1) as version,
    current_setting('server_encoding') as encoding,
    (extract(epoch from clock_timestamp()) * 1000)::bigint as clock,
    coalesce(has_schema_privilege(current_schema(), 'create'), false)::int as may_make_tables,
    (current_setting('transaction_read_only') = 'on')::int as is_read_only`

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
  keepsProductJson: false, // A read costs little beside its way here, and a write would cost more.
  isAmong: (column, values) => sql`${sql.ref(column)} = any(array${values})`,
  jsonTexts: (column) => sql`json_array_elements_text(${sql.ref(column)}::json)`,
  catalogue: CATALOGUE,
  facts: FACTS,
  // Refused by what it is, not by what it would change.
  takesWrites: {
    sql: 'update migrations set applied_at = applied_at where false',
    reads: true, // So that it waits for no connection of its own.
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

/** A lost or refused connection, a server that starts or stops, one that is out of room or busy, or one that takes no writes. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof Lost) return true
  const code = codeOf(error)
  // The server's words may be of any language, so its codes count; the driver's errors have nothing but words.
  if (error instanceof pg.DatabaseError) return /^(08|53|57P|25P03|25006)/.test(code) || BUSY.has(code)
  if (/^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET)/.test(code)) return true
  return error instanceof Error && /^Connection terminated|^timeout e|is not queryable$/.test(error.message)
}
