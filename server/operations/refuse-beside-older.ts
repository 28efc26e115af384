import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from '../actions/refused.ts'
import type { Engine } from '../storage/engine.ts'
import { migrationsToStopFor, pendingMigrations } from '../storage/migrate.ts'
import { listRunningServices, type RunningService } from '../storage/postgres/running-services.ts'

/** One that is told to stop is gone within that time, if it has nothing to do. */
const TRIES = 15
const PAUSE_MS = 100

/**
 * On PostgreSQL, before a migration that instances of an older version must not outlive. Whoever runs on a database that
 * lacks it is of such a version: a newer one would have brought it.
 */
export async function refuseBesideOlder(db: Engine): Promise<void> {
  for (let tried = 1; ; tried++) {
    const [older] = await listRunningServices(db)
    const stopFor = await pendingToStopFor(db) // Asked last: another start may have brought them, and run by now.
    if (!older || stopFor.length === 0) return
    if (tried === TRIES) throw new Refused(sayWhose(older, stopFor))
    await sleep(PAUSE_MS)
  }
}

async function pendingToStopFor(db: Engine): Promise<string[]> {
  const toStopFor = migrationsToStopFor('postgres')
  return (await pendingMigrations(db)).filter((name) => toStopFor.includes(name))
}

const sayWhose = ({ session, address }: RunningService, stopFor: string[]) =>
  `An instance of an older version runs on this database, connected from ${address}, and must not outlive what this version has to bring: ${stopFor.join(', ')}. Nothing was changed. Stop all instances, then try again; where its machine is gone, select pg_terminate_backend(${session}) ends what is left of it.`
