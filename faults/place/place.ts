import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { configOf, SECRET } from '../../harness/app/config-of.ts'
import { trustedClock } from '../../harness/app/trusted-clock.ts'
import { startMailServer } from '../../harness/servers/mail-server.ts'
import { authorityCertificate, goodCertificate, startReceiver } from '../../harness/servers/receiver.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { startPostgres } from '../../harness/services/postgres-server.ts'
import type { PrivateServer } from '../../harness/services/private-server.ts'
import { startRedis } from '../../harness/services/redis-server.ts'
import { createStore } from '../../server/actions/stores/create-store.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import { startApp } from '../../server/app.ts'
import { openWorld } from '../../server/open-world.ts'

export type Settings = Record<string, string>

export interface Wishes {
  engine: 'sqlite' | 'postgres'
  redis?: boolean
  /** The caller's own folder for SQLite and the images. */
  folder?: string
  /** The caller's own folder for PostgreSQL's tables; the WAL stays elsewhere. */
  tablespace?: string
  /** Instances speak TLS themselves. */
  tls?: boolean
}

/** Longer than an instance's claim on a mail or a delivery lasts. */
const CLAIMS_OVER_MS = 150_000

const silent = pino({ level: 'silent' })

/** What instances need: a database, perhaps a Redis, a mail server and a seller's server. Nothing else uses them. */
export async function openPlace(wishes: Wishes) {
  const { engine, redis: withRedis = false, folder: given, tablespace, tls = false } = wishes
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(await temporaryFolder())
  const [postgres, redis, mails, receiver] = await Promise.all([
    engine === 'postgres' ? startPostgres({}, {}, 'INT') : undefined,
    withRedis ? startRedis() : undefined,
    startMailServer(),
    startReceiver(),
  ])
  for (const each of [postgres, redis, mails, receiver]) if (each) opened.use(each)
  const authority = join(folder.path, 'authority.pem')
  writeFileSync(authority, authorityCertificate)
  const databaseUrl = postgres && (tablespace ? await databaseIn(postgres.url, tablespace) : postgres.url)
  const settings = {
    ...settingsOf({ databaseUrl, redis, dataDir: given ?? folder.path, authority, smtp: mails.url }),
    ...(tls && certificateIn(folder.path)),
  }
  const world = opened.use(await openWorld(configOf(settings), { log: silent }))
  const kept = opened.move()
  return {
    settings,
    /** For checks and for setting up. Instances open their own. */
    world,
    postgres,
    redis,
    mails,
    receiver,
    folder: folder.path,
    async newStore(name: string) {
      const store = await createStore(world, { name })
      const { webhook_id } = await addWebhook(world, { storeId: store.store_id, url: receiver.url })
      return { ...store, webhook_id }
    },
    /** Starts an instance in this process with its clock ahead, so that the claims of killed instances have expired. */
    startAhead: () =>
      startApp(configOf(settings), { log: silent, clock: trustedClock(() => Date.now() + CLAIMS_OVER_MS) }),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

export type Place = Awaited<ReturnType<typeof openPlace>>

interface Parts {
  databaseUrl: string | undefined
  redis: PrivateServer | undefined
  dataDir: string
  authority: string
  smtp: string
}

function settingsOf({ databaseUrl, redis, dataDir, authority, smtp }: Parts): Settings {
  return {
    PORT: '0',
    DATA_DIR: dataDir,
    HAAT_SECRET: SECRET,
    LOG_LEVEL: 'error',
    SMTP_URL: smtp,
    WEBHOOK_ALLOW_NETWORKS: 'loopback',
    WEBHOOK_RETRY_SCHEDULE: '1s,2s,2s,5s,5s,10s,30s',
    // The crowd sends forwarded addresses, so that it appears to come from many clients.
    TRUST_PROXY: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: authority,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(redis && { REDIS_URL: redis.url }),
  }
}

function certificateIn(folder: string): Settings {
  const settings = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') }
  writeFileSync(settings.TLS_CERT, goodCertificate.cert)
  writeFileSync(settings.TLS_KEY, goodCertificate.key)
  return settings
}

async function databaseIn(server: string, tablespace: string): Promise<string> {
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(`create tablespace small location '${tablespace}'`)
  await client.query('create database haat tablespace small')
  await client.end()
  const url = new URL(server)
  url.pathname = 'haat'
  return url.href
}
