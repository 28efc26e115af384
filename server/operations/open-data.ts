import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Refused } from '../actions/refused.ts'
import type { Config } from '../config.ts'
import { openEngine } from '../open-parts.ts'
import { lockData } from '../storage/data-lock.ts'
import type { Engine } from '../storage/engine.ts'
import { appliedMigrations, migrate } from '../storage/migrate.ts'
import { migrationState, newerThanProgram } from './migration-state.ts'
import { refuseMoved, requireDatabase } from './require-database.ts'

export interface DataUse {
  log: Logger
  now: () => number
  /** Which databases are brought up to date first; others that need it are refused. */
  migrates: 'any' | 'new' | 'none'
  /** Counts requests in this process: on SQLite nobody else may beside it. */
  countsRequests: boolean
}

export interface OpenData extends AsyncDisposable {
  db: Engine
}

/** The database, up to date, and on SQLite the lock that says so to others. */
export async function openData(config: Config, use: DataUse): Promise<OpenData> {
  if (use.migrates === 'none') requireDatabase(config)
  else refuseMoved(config)
  await using opened = new AsyncDisposableStack()
  const lock = await lockFor(config, use)
  if (lock) opened.use(lock)
  const db = opened.use(await openEngine(config.database, use.log))
  if (await needsMigrations(db, use)) {
    if (config.database.kind === 'sqlite') {
      await opened.disposeAsync()
      await migrateAlone(config, use)
      return await openData(config, { ...use, migrates: 'none' })
    }
    await migrateAndTell(db, use)
  }
  const kept = opened.move()
  return { db, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

async function needsMigrations(db: Engine, { migrates }: DataUse): Promise<boolean> {
  const { pending, unknown, rolling } = await migrationState(db)
  const harmful = unknown.filter((name) => !rolling.includes(name))
  if (harmful.length > 0) throw new Refused(newerThanProgram(harmful))
  if (pending.length === 0) return false
  if (migrates === 'any' || (migrates === 'new' && (await appliedMigrations(db)).length === 0)) return true
  throw new Refused(
    `The database has yet to be brought up to date for this version: ${pending.join(', ')}. Nothing was changed. See "haat upgrade --check", then run "haat migrate" or start the service.`,
  )
}

/** Others would go on with what they have compiled and counted for the tables as they were. */
async function migrateAlone(config: Config, use: DataUse) {
  using alone = await patiently(config, 'alone')
  if (!alone)
    throw new Refused(
      `A service or another command of Haat is running on ${config.dataDir}, and this version has to bring the database up to date first. Stop it, then try again.`,
    )
  await using db = await openEngine(config.database)
  await migrateAndTell(db, use)
}

async function migrateAndTell(db: Engine, { now, log }: DataUse) {
  const applied = await migrate(db, now)
  if (applied.length > 0) log.info({ applied }, 'The database has been brought up to date')
}

async function lockFor(config: Config, { countsRequests }: DataUse): Promise<Disposable | undefined> {
  if (config.database.kind !== 'sqlite') return undefined
  const lock = await patiently(config, countsRequests ? 'serving' : 'beside')
  if (lock) return lock
  using beside = lockData(config.database.path, 'beside')
  throw new Refused(
    beside
      ? `A service is running on ${config.dataDir} already. Two on one SQLite database would each count requests for themselves: stop it, set DATA_DIR to another folder, or use PostgreSQL or REDIS_URL for several.`
      : `The data in ${config.dataDir} is being restored or moved just now. Start again when that is done.`,
  )
}

const TRIES = 15
const PAUSE_MS = 100

/** Another program that starts or ends has the lock for a moment only. */
async function patiently({ database }: Config, way: Parameters<typeof lockData>[1]) {
  if (database.kind !== 'sqlite') return undefined
  for (let tried = 1; ; tried++) {
    const lock = lockData(database.path, way)
    if (lock || tried === TRIES) return lock
    await sleep(PAUSE_MS)
  }
}
