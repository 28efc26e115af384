import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import type { Dialect } from '../engine.ts'
import type { Schema } from '../schema.ts'

const DANGLING = 787
const DUPLICATE_CODES = new Set([1555, 2067])
const BUSY = 5
const READ_ONLY = 8
const IO_ERROR = 10
/** SQLite also reports this when the disk fails to read. */
const DAMAGED = 11
const FULL = 13
/** A further file cannot be opened, such as when the process has too many open. */
const NOT_OPENED = 14
/** Locking the file fails. */
const NO_LOCKS = 15
const AWAY = new Set([BUSY, READ_ONLY, IO_ERROR, DAMAGED, FULL, NOT_OPENED, NO_LOCKS])

const CATALOGUE = `
  select t.name,
    (select json_group_array(c.name order by c.cid) from pragma_table_info(t.name) c) as columns,
    (select json_group_array(c.name order by c.pk) from pragma_table_info(t.name) c where c.pk > 0) as key,
    (select json_group_array(distinct f."table") from pragma_foreign_key_list(t.name) f) as parents,
    1 as is_owned
  from sqlite_schema t
  where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\' and t.name <> 'key_changes'`

const FACTS = `
  select sqlite_version() as version, 'UTF8' as encoding, unixepoch('subsec') * 1000 as clock, 1 as may_make_tables,
    0 as is_read_only, 1 as waits_for_disk`

export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  builder: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  lockRows: (query) => query,
  holdRows: (query) => query,
  shareRows: (query) => query,
  claimRows: (query) => query,
  holdName: 'select ?',
  keepsProductJson: true,
  isAmong: (column, values) => sql`${sql.ref(column)} in ${values}`,
  jsonTexts: (column) => sql`json_each(${sql.ref(column)})`,
  catalogue: CATALOGUE,
  facts: FACTS,
  takesWrites: {
    sql: 'update migrations set applied_at = applied_at where false',
    reads: false,
    name: 'haat_takes_writes',
  },
  isDuplicate: (error) => DUPLICATE_CODES.has(errorCode(error)),
  isDangling: (error) => errorCode(error) === DANGLING,
  // SQLite has a single code for everything that is wrong in a query's text.
  isMissing: (error) => error instanceof Error && /^no such (table|column): /.test(error.message),
  isUnavailable: (error) => AWAY.has(errorCode(error) & 0xff),
  isReadOnly: (error) => (errorCode(error) & 0xff) === READ_ONLY,
  isBusy: (error) => (errorCode(error) & 0xff) === BUSY,
  isFull: (error) => (errorCode(error) & 0xff) === FULL,
}

const errorCode = (error: unknown): number =>
  Number((error as { errcode?: number } | undefined)?.errcode ?? 0)
