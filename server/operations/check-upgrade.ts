import { stat } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { freeBytesIn } from '../files/free-bytes.ts'
import { openEngine, openKnownVault } from '../open-parts.ts'
import { lockData } from '../storage/database/data-lock.ts'
import { askServer } from '../storage/database/server-facts.ts'
import { countRows } from '../storage/database/table-rows.ts'
import { listTables, surveyTables } from '../storage/database/tables.ts'
import type { Engine } from '../storage/engine.ts'
import { migrationsToStopFor, tablesWorkedThrough } from '../storage/migrate.ts'
import { failureSentence, inOneLine, NO_RIGHT, notOwner, TAKES_NO_WRITES } from './failure-words.ts'
import { fittingVault } from './fitting-vault.ts'
import { migrationState, newerThanProgram } from './migration-state.ts'
import { requireSessions } from './open-data.ts'
import { isThere, refuseMoved } from './require-database.ts'
import { requireFitPostgres } from './unfit-postgres.ts'

interface UpgradeCheck {
  /** Migrations that the next start of this program would apply. */
  pending: string[]
  /** The pending ones before which all instances of the old version must be stopped. */
  stopFor: string[]
  /** Reasons why this program must not be started on this database. */
  blocks: string[]
  /** What the operator should know before. */
  notes: string[]
}

/**
 * Tells what a start of this version would do to the database, without changing any row or table. It asks for room,
 * because a migration that rebuilds a SQLite table writes the copy to the log first, and then to the file beside the
 * old table. The log is told for whom a count of rows waits.
 */
export async function checkUpgrade(
  config: Config,
  { freeBytes = freeBytesIn, log }: { freeBytes?: typeof freeBytesIn; log?: Logger } = {},
): Promise<UpgradeCheck> {
  const { database } = config
  if (database.kind === 'sqlite' && !isThere(database.path)) return await checkFirstStart(config)
  const shared = await refusalsOf(config, [() => requireSessions(database)])
  // Over sessions that a pooler shares, other questions may fail or not, so none is asked.
  if (shared.length > 0) return { pending: [], stopFor: [], blocks: shared, notes: [] }
  await using db = await openEngine(database, log)
  const { pending, rolling, harmful } = await migrationState(db)
  const blocks = harmful.length > 0 ? [newerThanProgram(harmful)] : []
  blocks.push(...(await refusalsOf(config, [() => requireFitPostgres(db), () => fittingVault(config, db)])))
  blocks.push(...(await refusedWrites(database, db, pending)))
  const notes = rolling.length > 0 ? [`${newerThanProgram(rolling)} ${BESIDE}`] : []
  if (database.kind === 'sqlite' && pending.length > 0) {
    using alone = lockData(database.path, 'alone')
    if (!alone)
      blocks.push('A service or a backup is running on this data. Stop it before the new version starts.')
    const { size } = await stat(database.path)
    const needed = 2 * size
    if ((await freeBytes(config.dataDir)) < needed) {
      blocks.push(
        `A migration may need twice the room that the database has: ${Math.ceil(needed / 1_000_000)} MB. Make room first.`,
      )
    }
  }
  const toStopFor = database.kind === 'sqlite' ? pending : migrationsToStopFor('postgres')
  const stopFor = pending.filter((name) => toStopFor.includes(name))
  if (database.kind === 'postgres' && pending.length > 0) notes.push(stopFor.length > 0 ? STOP : ROLL)
  notes.push(...(await sayWhatTakesLong(db, pending)))
  if (pending.length > 0) notes.push('Take a backup first: haat backup FILE. It is the only way back.')
  return { pending, stopFor, blocks, notes }
}

async function checkFirstStart(config: Config): Promise<UpgradeCheck> {
  const blocks = await refusalsOf(config, [() => refuseMoved(config), () => openKnownVault(config)])
  const notes = blocks.length > 0 ? [] : ['There is no database yet; the first start makes it.']
  return { pending: [], stopFor: [], blocks, notes }
}

/** The refusals that the start would give, which makes the same checks. */
async function refusalsOf(config: Config, checks: Array<() => unknown>): Promise<string[]> {
  const refusals: string[] = []
  for (const check of checks) {
    try {
      await check()
    } catch (error) {
      const says = failureSentence(error, config)
      if (says === undefined) throw error
      refusals.push(says)
    }
  }
  return refusals
}

/** The writes that the start needs and would be refused. */
async function refusedWrites(database: Config['database'], db: Engine, pending: string[]): Promise<string[]> {
  const { isReadOnly, mayMakeTables } = await askServer(db)
  if (isReadOnly) return [inOneLine(TAKES_NO_WRITES)]
  if (database.kind === 'sqlite' || pending.length === 0) return []
  if (!mayMakeTables) return [inOneLine(NO_RIGHT)]
  const { notOwned } = await surveyTables(db)
  return notOwned.length > 0 ? [inOneLine(notOwner(notOwned, database.url))] : []
}

/** Smaller tables are done before anyone notices. */
const MANY_ROWS = 100_000

async function sayWhatTakesLong(db: Engine, pending: string[]): Promise<string[]> {
  const worked = tablesWorkedThrough(db.dialect.engine, pending)
  const large: string[] = []
  if (worked.length === 0) return large
  await using unhurried = await db.snapshot()
  for (const { name } of await listTables(unhurried)) {
    const rows = worked.includes(name) ? await countRows(unhurried, name) : 0
    if (rows >= MANY_ROWS) large.push(`${name} (${rows.toLocaleString('en')} rows)`)
  }
  return large.length === 0 ? [] : [`They go through whole tables: ${large.join(', ')}. ${LONG}`]
}

const LONG =
  'Expect one to four minutes for each million rows, and make room for a second copy of them. Requests that need these tables meanwhile wait, or are answered 503.'
const BESIDE = 'This program may run on it until the other instances are newer too.'
const STOP =
  'Stop all instances of the old version first: beside the new one they would not maintain the data that it adds.'
const ROLL =
  'Instances of the old version may keep running meanwhile: start the new ones one after the other.'
