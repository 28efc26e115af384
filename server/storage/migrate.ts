import { readdirSync, readFileSync } from 'node:fs'
import type { Engine, Queries } from './engine.ts'
import { rowsOf } from './statement.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

interface Migration {
  name: string
  sql: string
}

export type Script = (sql: string) => Promise<void>

/** Brings the database up to date and names what was applied. Safe when several processes start at once. */
export async function migrate(db: Engine, now: () => number): Promise<string[]> {
  if ((await pendingMigrations(db)).length === 0) return []
  let applied: string[] = []
  await db.migrating(async (script, tx) => {
    applied = await applyMigrations(script, tx, () => true, now())
  })
  return applied
}

/** Applies those of the missing migrations that are wanted; part of the caller's transaction. */
export async function applyMigrations(
  script: Script,
  tx: Queries,
  isWanted: (name: string) => boolean,
  at: number,
): Promise<string[]> {
  await script('create table if not exists migrations (name text primary key, applied_at bigint not null)')
  const done = new Set(await namesOf(tx))
  const missing = migrationsFor(tx.dialect.engine).filter(({ name }) => !done.has(name) && isWanted(name))
  for (const { name, sql } of missing) {
    await script(sql)
    await rowsOf(tx, (build) => build.insertInto('migrations').values({ name, applied_at: at }))
  }
  return missing.map(({ name }) => name)
}

/** The migrations that the database still lacks. */
export async function pendingMigrations(db: Queries): Promise<string[]> {
  const done = new Set(await appliedMigrations(db))
  return knownMigrations(db.dialect.engine).filter((name) => !done.has(name))
}

/** The migrations that the database has seen, also those of a newer program; none where it is new. */
export async function appliedMigrations(db: Queries): Promise<string[]> {
  try {
    return await namesOf(db)
  } catch (error) {
    if (!db.dialect.isMissingTable(error)) throw error
    return []
  }
}

/** The migrations that this program brings for an engine. */
export const knownMigrations = (engine: string): string[] => migrationsFor(engine).map(({ name }) => name)

/** The first line of a migration beside which instances of the version before it may go on. */
const ROLLING = '-- rolling\n'

/** Those before which all instances of an older version have to be stopped. */
export const migrationsToStopFor = (engine: string): string[] =>
  migrationsFor(engine).flatMap(({ name, sql }) => (sql.startsWith(ROLLING) ? [] : [name]))

async function namesOf(db: Queries): Promise<string[]> {
  const rows = await rowsOf(db, (sql) => sql.selectFrom('migrations').select('name').orderBy('name'))
  return rows.map(({ name }) => name)
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
