import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { type Clock, trustedClock, watchedClock } from './clock.ts'
import type { Config } from './config.ts'
import { openEngine, openImageStore, openVault } from './open-parts.ts'
import { HttpsWebhookClient } from './outbound/https-client.ts'
import { parseNetworks } from './rules/public-address.ts'
import { shareData } from './storage/data-lock.ts'
import type { Engine } from './storage/engine.ts'
import { LocalSignals } from './storage/local-signals.ts'
import { migrate } from './storage/migrate.ts'
import type { Signals } from './storage/signals.ts'
import type { World } from './world.ts'

export interface Outside {
  log: Logger
  /** Of a test: it stands, or is moved on purpose. */
  now?: () => number
  clock?: Clock
}

/** Opens what every program of ours needs: the database, brought up to date, and the doors beside it. */
export async function openWorld(
  config: Config,
  { log, now: given, clock = given ? trustedClock(given) : watchedClock() }: Outside,
): Promise<World & AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const { now, wasSetAhead } = clock
  if (config.database.kind === 'sqlite') opened.use(shareData(config.database.path))
  const db = opened.use(await openEngine(config.database, log))
  const applied = await migrate(db, now)
  if (applied.length > 0) log.info({ applied }, 'The database has been brought up to date')
  const signals = opened.use(await openSignals(config, db, log))
  const networks = config.webhookAllowNetworks.flatMap((text) => parseNetworks(text) ?? [])
  const receivers = opened.use(new HttpsWebhookClient(networks))
  const images = await openImageStore(config)
  const vault = openVault(config)
  const kept = opened.move()
  return {
    db,
    log,
    now,
    wasSetAhead,
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
