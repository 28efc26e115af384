import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { type Clock, watchedClock } from './clock.ts'
import type { Config } from './config.ts'
import { openImageStore } from './open-parts.ts'
import { openFittingVault } from './operations/fitting-vault.ts'
import { type DataUse, openData } from './operations/open-data.ts'
import { HttpsWebhookClient } from './outbound/https-client.ts'
import { parseNetworks } from './rules/network/public-address.ts'
import type { Engine } from './storage/engine.ts'
import { LocalSignals } from './storage/local-signals.ts'
import type { Signals } from './storage/signals.ts'
import type { World } from './world.ts'

export interface Outside {
  log: Logger
  /** The system's clock by default. */
  clock?: Clock
  /** Which databases are migrated first; any by default. */
  migrates?: DataUse['migrates']
  /** Whether this process answers requests and counts them in its own memory. */
  countsRequests?: boolean
}

/** Opens what every program of ours needs: the database, brought up to date, and the other doors to the outside. */
export async function openWorld(
  config: Config,
  { log, clock = watchedClock(), migrates = 'any', countsRequests = false }: Outside,
): Promise<World & AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const { db } = opened.use(await openData(config, { log, now: clock.now, migrates, countsRequests }))
  const vault = await openFittingVault(config, db, { leavesMark: migrates !== 'none' })
  const signals = opened.use(await openSignals(config, db, log))
  const networks = config.webhookAllowNetworks.flatMap((text) => parseNetworks(text) ?? [])
  const receivers = opened.use(new HttpsWebhookClient(networks))
  const images = await openImageStore(config)
  const kept = opened.move()
  return {
    db,
    log,
    ...clock,
    images,
    receivers,
    signals,
    newId: randomUUID,
    publicUrl: config.publicUrl,
    mailFrom: config.mailFrom,
    razorpay: config.razorpay,
    vault,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function openSignals({ database }: Config, db: Engine, log: Logger): Promise<Signals> {
  if (database.kind === 'sqlite') return new LocalSignals()
  const { PostgresSignals } = await import('./storage/postgres/signals.ts')
  return new PostgresSignals(database.url, db, log)
}
