import { readdirSync, readFileSync } from 'node:fs'
import { madeTables } from './database/made-tables.ts'
import { workedThrough } from './database/worked-through.ts'
import type { Engine, Queries, Script } from './engine.ts'
import { orWhereMissing } from './or-where-missing.ts'
import { rowsOf, statement } from './statement.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

interface Migration {
  name: string
  sql: string
  isRolling: boolean
}

/** Brings the database up to date and names what was applied. Safe when several processes start at once. */
export async function migrate(db: Engine, now: () => number): Promise<string[]> {
  if ((await pendingMigrations(db)).length === 0) return []
  return db.migrating((script, tx) => applyMigrations(script, tx, () => true, now()))
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
  if (missing.length > 0) await noteRolling(tx)
  return missing.map(({ name }) => name)
}

/** The migrations that the database still lacks. */
export async function pendingMigrations(db: Queries): Promise<string[]> {
  const done = new Set(await appliedMigrations(db))
  return knownMigrations(db.dialect.engine).filter((name) => !done.has(name))
}

/** The migrations that the database has seen, also those of a newer program; none where it is new. */
export const appliedMigrations = (db: Queries): Promise<string[]> => orWhereMissing(db, () => namesOf(db), [])

/** The migrations that this program brings for an engine. */
export const knownMigrations = (engine: string): string[] => migrationsFor(engine).map(({ name }) => name)

/** The migrations before which all instances of an older version have to be stopped. */
export const migrationsToStopFor = (engine: string): string[] =>
  migrationsFor(engine).flatMap(({ name, isRolling }) => (isRolling ? [] : [name]))

/** The tables that these migrations read or write as a whole. */
export const tablesWorkedThrough = (engine: string, names: string[]): string[] =>
  migrationsFor(engine).flatMap(({ name, sql }) => (names.includes(name) ? workedThrough(sql) : []))

/** The tables that these migrations make; migrations that this program does not know are passed over. */
export const tablesMadeBy = (engine: string, names: string[]): Set<string> =>
  madeTables(migrationsFor(engine).flatMap(({ name, sql }) => (names.includes(name) ? [sql] : [])))

/** Of these, the rolling ones, with which older programs may go on, as noted by the program that applied them. */
export async function rollingOf(db: Queries, names: string[]): Promise<string[]> {
  if (names.length === 0) return []
  const found = () =>
    rowsOf(db, (sql) =>
      sql.selectFrom('migrations').select('name').where('name', 'in', names).where('rolling', '=', 1),
    )
  return (await orWhereMissing(db, found, [])).map(({ name }) => name)
}

/** The migration that adds the column `rolling`. */
const ROLLING_IS_KEPT_BY = '0155-rolling-migrations'

async function noteRolling(tx: Queries) {
  if (!(await namesOf(tx)).includes(ROLLING_IS_KEPT_BY)) return
  const rolling = migrationsFor(tx.dialect.engine).filter(({ isRolling }) => isRolling)
  await rowsOf(tx, (sql) =>
    sql
      .updateTable('migrations')
      .set({ rolling: 1 })
      .where('rolling', '=', 0)
      .where(
        'name',
        'in',
        rolling.map(({ name }) => name),
      ),
  )
}

/** A named statement, so that it needs none of the connections for transactions: `/readyz` runs it. */
const allNames = statement((sql) => sql.selectFrom('migrations').select('name').orderBy('name'))

async function namesOf(db: Queries): Promise<string[]> {
  const rows = await allNames.all(db, {})
  return rows.map(({ name }) => name)
}

/** The first line of a rolling migration: instances of the version before it may go on beside it. */
const ROLLING = '-- rolling\n'

const known = new Map<string, Migration[]>()

/** Read once, at the start, and kept: another version's files may be installed while this one runs. */
function migrationsFor(engine: string): Migration[] {
  const read = known.get(engine) ?? readMigrations(engine)
  known.set(engine, read)
  return read
}

/** A file without an engine in its name is for both. */
function readMigrations(engine: string): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .filter((file) => !/\.(sqlite|postgres)\.sql$/.test(file) || file.endsWith(`.${engine}.sql`))
    .sort()
    .map((file) => {
      const sql = readFileSync(new URL(file, FOLDER), 'utf8')
      return { name: file.replace(/(\.\w+)?\.sql$/, ''), sql, isRolling: sql.startsWith(ROLLING) }
    })
}
