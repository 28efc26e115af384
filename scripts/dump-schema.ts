// npm run schema: writes the schema that the migrations make to docs/schema.*.sql, so that its changes can be reviewed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { hasPostgres, postgresDatabase } from '../harness/services/services.ts'
import { migrate } from '../server/storage/migrate.ts'
import { PostgresEngine } from '../server/storage/postgres/engine.ts'
import { SqliteEngine } from '../server/storage/sqlite/engine.ts'

export const SCHEMA_FILES = {
  sqlite: 'docs/schema.sqlite.sql',
  postgres: 'docs/schema.postgres.sql',
} as const

const HEAD = '-- Made by "npm run schema" from server/storage/migrations; a test compares.\n\n'

export async function sqliteSchema(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'haat-schema-'))
  const path = join(folder, 'haat.db')
  try {
    {
      await using engine = new SqliteEngine(path)
      await migrate(engine, Date.now)
    }
    using db = new DatabaseSync(path)
    const rows = db.prepare(
      "select sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by tbl_name, type desc, name",
    )
    return (
      HEAD +
      rows
        .all()
        .map(({ sql }) => `${sql};\n`)
        .join('\n')
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const TABLES = `
  select c.relname as name, c.relpersistence = 'u' as unlogged,
    (select json_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ||
        case when a.attnotnull then ' not null' else '' end ||
        coalesce(case when a.attgenerated = '' then ' default ' || pg_get_expr(d.adbin, d.adrelid)
          else ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored' end, '') order by a.attnum)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select json_agg(pg_get_constraintdef(k.oid) order by k.contype desc, pg_get_constraintdef(k.oid))
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c')) as constraints,
    (select json_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid::regclass::text)
      from pg_index i where i.indrelid = c.oid
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid)) as indexes
  from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  order by c.relname collate "C"`

type Table = {
  name: string
  unlogged: boolean
  columns: string[]
  constraints?: string[]
  indexes?: string[]
}

export async function postgresSchema(): Promise<string> {
  await using database = await postgresDatabase()
  {
    await using engine = new PostgresEngine(database.url)
    await migrate(engine, Date.now)
  }
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<Table>(TABLES)
  await client.end()
  return HEAD + rows.map(tableText).join('\n')
}

function tableText({ name, unlogged, columns, constraints, indexes }: Table): string {
  const lines = [...columns, ...(constraints ?? [])].map((line) => `  ${line}`).join(',\n')
  const table = `create ${unlogged ? 'unlogged ' : ''}table ${name} (\n${lines}\n);\n`
  return table + (indexes ?? []).map((index) => `${index};\n`).join('')
}

if (import.meta.main) {
  writeFileSync(SCHEMA_FILES.sqlite, await sqliteSchema())
  if (hasPostgres) writeFileSync(SCHEMA_FILES.postgres, await postgresSchema())
  else console.error(`${SCHEMA_FILES.postgres} was left as it is: no PostgreSQL was found.`)
}
