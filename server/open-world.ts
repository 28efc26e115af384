import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { DiskStore } from './images/disk-store.ts'
import type { ImageStore } from './images/image-store.ts'
import { S3Store } from './images/s3-store.ts'
import { HttpsWebhookClient } from './outbound/https-client.ts'
import { parseNetworks } from './rules/public-address.ts'
import { keptSecret } from './secret-file.ts'
import type { Engine } from './storage/engine.ts'
import { LocalSignals } from './storage/local-signals.ts'
import { migrate } from './storage/migrate.ts'
import { PostgresEngine } from './storage/postgres-engine.ts'
import { PostgresSignals } from './storage/postgres-signals.ts'
import type { Signals } from './storage/signals.ts'
import { SqliteEngine } from './storage/sqlite-engine.ts'
import { makeVault } from './vault.ts'
import type { World } from './world.ts'

export interface Outside {
  log: Logger
  now?: () => number
}

/** Opens what every program of ours needs: the database, brought up to date, and the doors beside it. */
export async function openWorld(
  config: Config,
  { log, now = Date.now }: Outside,
): Promise<World & AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const db = opened.use(openEngine(config))
  const applied = await migrate(db, now)
  if (applied.length > 0) log.info({ applied }, 'The database has been brought up to date')
  const signals = opened.use(openSignals(config, db, log))
  const networks = config.webhookAllowNetworks.flatMap((text) => parseNetworks(text) ?? [])
  const receivers = opened.use(new HttpsWebhookClient(networks))
  const kept = opened.move()
  return {
    db,
    log,
    now,
    images: openImageStore(config),
    receivers,
    signals,
    newId: randomUUID,
    publicUrl: config.publicUrl,
    mailFrom: config.mailFrom,
    razorpay: config.razorpay,
    vault: makeVault(config.secret ?? keptSecret(config.dataDir)),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

export const openEngine = ({ database }: Config): Engine =>
  database.kind === 'sqlite' ? new SqliteEngine(database.path) : new PostgresEngine(database.url)

function openImageStore({ imageStore }: Config): ImageStore {
  return imageStore.kind === 's3' ? new S3Store(imageStore.settings) : new DiskStore(imageStore.folder)
}

const openSignals = ({ database }: Config, db: Engine, log: Logger): Signals =>
  database.kind === 'postgres' ? new PostgresSignals(database.url, db, log) : new LocalSignals()
