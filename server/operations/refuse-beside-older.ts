import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from '../actions/refused.ts'
import type { Engine } from '../storage/engine.ts'
import { migrationsToStopFor, pendingMigrations } from '../storage/migrate.ts'
import { listRunningServices, type RunningService } from '../storage/postgres/running-services.ts'

/** An idle instance that is told to stop is gone within this time. */
const TRIES = 15
const PAUSE_MS = 100

/**
 * Refuses, on PostgreSQL, to apply a migration that running instances of an older version could not work with. Any
 * instance on a database that lacks it is older: a newer one would have applied it.
 */
export async function refuseBesideOlder(db: Engine): Promise<void> {
  for (let tried = 1; ; tried++) {
    const [older] = await listRunningServices(db)
    const stopFor = await pendingToStopFor(db) // Asked last: another start may have applied them by now.
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
  `An instance of an older version runs on this database, connected from ${address}, and must not keep running once these migrations are applied: ${stopFor.join(', ')}. Nothing was changed. Stop all instances, then try again; if its machine is gone, end its session: select pg_terminate_backend(${session}).`
