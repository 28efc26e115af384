import { readdirSync, readFileSync } from 'node:fs'
import type { Engine } from './engine.ts'
import { rowsOf } from './statement.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

interface Migration {
  name: string
  sql: string
}

/** Brings the database up to date and names what was applied. Safe when several processes start at once. */
export async function migrate(db: Engine, now: () => number): Promise<string[]> {
  const all = migrationsFor(db.dialect.engine)
  if ((await pending(db, all)).length === 0) return []
  const applied: string[] = []
  await db.migrating(async (script, tx) => {
    applied.length = 0
    await script('create table if not exists migrations (name text primary key, applied_at bigint not null)')
    const done = await rowsOf(tx, (sql) => sql.selectFrom('migrations').select('name'))
    for (const { name, sql } of all.filter((each) => !done.some((row) => row.name === each.name))) {
      await script(sql)
      await rowsOf(tx, (build) => build.insertInto('migrations').values({ name, applied_at: now() }))
      applied.push(name)
    }
  })
  return applied
}

/** The migrations that the database still lacks. */
export async function pendingMigrations(db: Engine): Promise<string[]> {
  return (await pending(db, migrationsFor(db.dialect.engine))).map(({ name }) => name)
}

async function pending(db: Engine, all: Migration[]): Promise<Migration[]> {
  try {
    const done = await rowsOf(db, (sql) => sql.selectFrom('migrations').select('name'))
    return all.filter(({ name }) => !done.some((row) => row.name === name))
  } catch (error) {
    if (db.dialect.isUnavailable(error)) throw error
    return all // There is no table of migrations yet.
  }
}

/** A file without an engine in its name is for both. */
function migrationsFor(engine: string): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .filter((file) => !/\.(sqlite|postgres)\.sql$/.test(file) || file.endsWith(`.${engine}.sql`))
    .sort()
    .map((file) => ({
      name: file.replace(/(\.\w+)?\.sql$/, ''),
      sql: readFileSync(new URL(file, FOLDER), 'utf8'),
    }))
}
