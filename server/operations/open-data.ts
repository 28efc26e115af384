import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Refused } from '../actions/refused.ts'
import type { Config } from '../config.ts'
import { openEngine } from '../open-parts.ts'
import { lockData } from '../storage/database/data-lock.ts'
import type { Engine } from '../storage/engine.ts'
import { migrate } from '../storage/migrate.ts'
import { migrationState, newerThanProgram } from './migration-state.ts'
import { refuseBesideOlder } from './refuse-beside-older.ts'
import { refuseMoved, requireDatabase, requireWritableFile } from './require-database.ts'
import { requireFitPostgres } from './unfit-postgres.ts'

export interface DataUse {
  log: Logger
  now: () => number
  /** Which databases are migrated first; others that need it are refused. */
  migrates: 'any' | 'new' | 'none'
  /** True if this process counts requests for the limits: on SQLite only one process may. */
  countsRequests: boolean
}

interface OpenData extends AsyncDisposable {
  db: Engine
}

/** Opens the database, migrated; on SQLite it holds a lock that tells others of it. */
export async function openData(
  config: Config,
  use: DataUse,
  refusal: (pending: string[]) => string = yetToMigrate,
): Promise<OpenData> {
  if (use.migrates === 'none') requireDatabase(config)
  await using opened = new AsyncDisposableStack()
  const lock = await lockFor(config, use)
  if (lock) opened.use(lock)
  refuseMoved(config) // The process that held the lock may have moved it.
  const db = opened.use(await openEngine(config.database, use.log))
  const { pending, isNew, harmful } = await migrationState(db)
  if (harmful.length > 0) throw new Refused(newerThanProgram(harmful))
  if (use.migrates === 'any') await requireForService(config.database, db)
  if (pending.length > 0) {
    if (use.migrates === 'none' || (use.migrates === 'new' && !isNew)) throw new Refused(refusal(pending))
    if (config.database.kind === 'sqlite') {
      await opened.disposeAsync()
      return await migrateAlone(config, use)
    }
    await refuseBesideOlder(db)
    await migrateAndTell(db, use)
  }
  const kept = opened.move()
  return { db, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** Requirements of a service on its database: a command may work without them. */
export async function requireForService(database: Config['database'], db: Engine): Promise<void> {
  requireWritableFile(database)
  await requireFitPostgres(db)
  await requireSessions(database)
}

export async function requireSessions(database: Config['database']): Promise<void> {
  if (database.kind === 'sqlite') return
  const { requireOwnSessions } = await import('../storage/postgres/own-sessions.ts')
  await requireOwnSessions(database.url)
}

const yetToMigrate = (pending: string[]) =>
  `The database has yet to be brought up to date for this version: ${pending.join(', ')}. Nothing was changed. See "haat upgrade --check", then run "haat migrate" or start the service.`

/**
 * On SQLite it migrates only while alone: other processes would go on with statements compiled and counts taken for the
 * old tables.
 */
async function migrateAlone(config: Config, use: DataUse): Promise<OpenData> {
  {
    using alone = await patiently(config, 'alone')
    if (alone) {
      await using db = await openEngine(config.database)
      await migrateAndTell(db, use)
    }
  }
  // If we were not alone, another start may have migrated.
  return await openData(config, { ...use, migrates: 'none' }, () => othersRunOn(config))
}

const othersRunOn = ({ dataDir }: Config) =>
  `A service or another command of Haat is running on ${dataDir}, and this version has to bring the database up to date first. Stop it, then try again.`

async function migrateAndTell(db: Engine, { now, log }: DataUse) {
  const { pending, isNew } = await migrationState(db)
  if (pending.length > 0 && !isNew)
    log.info({ pending }, 'Bringing the database up to date; a large one takes minutes')
  const applied = await migrate(db, now)
  if (applied.length > 0) log.info({ applied }, 'The database has been brought up to date')
}

async function lockFor(config: Config, { countsRequests }: DataUse): Promise<Disposable | undefined> {
  if (config.database.kind !== 'sqlite') return undefined
  const beside = await patiently(config, 'beside')
  if (!beside)
    throw new Refused(
      `The data in ${config.dataDir} is being restored, moved or brought up to date just now. Start again when that is done.`,
    )
  if (!countsRequests) return beside
  using _meanwhile = beside
  const serving = await patiently(config, 'serving')
  if (!serving)
    throw new Refused(
      `A service is running on ${config.dataDir} already. Two on one SQLite database would each count requests for themselves: stop it, set DATA_DIR to another folder, or use PostgreSQL or REDIS_URL for several.`,
    )
  return serving
}

/**
 * How often each lock is tried. A program that starts or ends blocks it only for a moment, and one that migrates a
 * little longer.
 */
const TRIES = { beside: 100, serving: 15, alone: 15 }
const PAUSE_MS = 100

async function patiently({ database }: Config, way: keyof typeof TRIES): Promise<Disposable | undefined> {
  if (database.kind !== 'sqlite') return undefined
  for (let tried = 1; ; tried++) {
    const lock = lockData(database.path, way)
    if (lock || tried === TRIES[way]) return lock
    await sleep(PAUSE_MS)
  }
}
