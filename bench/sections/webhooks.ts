import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { configOf, SECRET } from '../../harness/app/config-of.ts'
import { authorityCertificate, goodCertificate, trustReceivers } from '../../harness/servers/receiver.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { queueEveryEvent } from '../../harness/shops/backlog.ts'
import { seedStore } from '../../server/actions/stores/seed-store.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import { openWorld } from '../../server/open-world.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { QUICK_LANE } from '../../server/storage/webhooks/delivery-lane.ts'
import type { World } from '../../server/world.ts'
import { startDurablePostgres, startHaat, startServer } from '../load/servers.ts'
import { perSecond, type Row, ratioRow, sideBySide } from '../results/report.ts'
import { measureFairness } from './webhook-fairness.ts'
import { measureFirstAttempt } from './webhook-first-attempt.ts'

const run = promisify(execFile)
const URLS = 5
const ORDERS_PER_ROUND = 2000
const ROUNDS = 3
const BARE_AT_ONCE = 32
const MANY_ORDERS = 10_000
/** The limit for growth of own memory from the second fifth to the last: in the first, program and caches warm up. */
const MOST_GROWTH = 1.1
/** The limit for starting a delivery that another process queued: PostgreSQL notifies of it, SQLite must be polled. */
const SIGNALLED_MS = 100
const POLLED_MS = 1000

type Environment = Record<string, string>

/** Deliveries a second to receivers on this machine, against a bare loop of signed fetch calls. */
export async function benchSqliteWebhooks(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  return await benchWebhooks('SQLite', { DATA_DIR: folder.path }, folder.path, POLLED_MS)
}

export async function benchPostgresWebhooks(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using postgres = await startDurablePostgres()
  const place = { DATA_DIR: folder.path, DATABASE_URL: postgres.url }
  return await benchWebhooks('PostgreSQL', place, folder.path, SIGNALLED_MS)
}

async function benchWebhooks(
  engine: string,
  place: Environment,
  folder: string,
  firstWithinMs: number,
): Promise<Row[]> {
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, authorityCertificate)
  const trust = { NODE_EXTRA_CA_CERTS: authority }
  const env = { ...place, ...trust, HAAT_SECRET: SECRET, WEBHOOK_ALLOW_NETWORKS: 'loopback' }
  await using receiver = await startReceiver()

  const first = await firstAttempt(env, receiver, firstWithinMs)
  const ours = async () => (await drain(env, receiver, ORDERS_PER_ROUND)).perSecond
  const measured = await sideBySide(ROUNDS, () => bareLoop(receiver.url, trust), ours)
  const many = await drain(env, receiver, MANY_ORDERS)
  const fair = await fairness(env, receiver)
  return [
    ratioRow(
      `Webhook deliveries, ${engine}`,
      `a bare loop of signed fetch, ${BARE_AT_ONCE} at once`,
      0.5,
      measured,
    ),
    {
      what: `${MANY_ORDERS.toLocaleString('en')} orders to ${URLS} URLs each, ${engine}`,
      target: 'no growth of memory',
      met: many.memoryMb.at(-1)! <= many.memoryMb[1]! * MOST_GROWTH,
      figures: `${perSecond(many.perSecond)}, ${many.memoryMb.map((mb) => `${Math.round(mb)} MB`).join(', ')} at each fifth`,
    },
    { ...fair, what: `${fair.what}, ${engine}` },
    { ...first, what: `${first.what}, ${engine}` },
  ]
}

async function bareLoop(url: string, trust: Environment): Promise<number> {
  const args = ['bench/bare/bare-webhooks.ts', url, `${ORDERS_PER_ROUND * URLS}`, `${BARE_AT_ONCE}`]
  const { stdout } = await run(process.execPath, args, { env: { PATH: process.env.PATH, ...trust } })
  return Number(stdout)
}

/** Queues the orders while the service is stopped, starts it, and watches until all have arrived. */
async function drain(env: Environment, receiver: Receiver, orders: number) {
  await withWorld(env, (world) => queueOrders(world, receiver.url, orders))
  await receiver.forget()
  await using service = await startHaat(env)
  const all = orders * URLS
  const memoryMb: number[] = []
  for (;;) {
    const { count, seconds } = await receiver.stats()
    while (memoryMb.length < Math.floor((5 * count) / all)) memoryMb.push(service.memory().own)
    if (count >= all) return { perSecond: count / seconds, memoryMb }
    await sleep(100)
  }
}

async function firstAttempt(env: Environment, receiver: Receiver, mostMs: number): Promise<Row> {
  await receiver.forget()
  await using _service = await startHaat(env)
  return await withWorld(env, (world) => measureFirstAttempt(world, receiver, mostMs))
}

async function fairness(env: Environment, receiver: Receiver): Promise<Row> {
  await receiver.forget()
  await using silent = await startServer('bench/load/silent-receiver.ts', {})
  await using _service = await startHaat(env)
  const receivers = { ...receiver, silentUrl: `https://localhost:${silent.port}` }
  return await withWorld(env, (world) => measureFairness(world, receivers))
}

async function withWorld<T>(env: Environment, work: (world: World) => Promise<T>): Promise<T> {
  await using world = await openWorld(configOf(env), { log: pino({ level: 'silent' }) })
  return await work(world)
}

async function queueOrders(world: World, url: string, orders: number) {
  const { store_id: storeId } = await seedStore(world, 0, 1, orders)
  for (let n = 0; n < URLS; n++) {
    const { webhook_id: webhookId } = await addWebhook(world, { storeId, url: `${url}/${n}` })
    await queueEveryEvent(world, { storeId, webhookId })
  }
  await rowsOf(world.db, (sql) =>
    sql.updateTable('deliveries').set({ lane: QUICK_LANE }).where('store_id', '=', storeId),
  )
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>

async function startReceiver() {
  trustReceivers()
  const { key, cert } = goodCertificate
  const server = await startServer('bench/load/webhook-receiver.ts', { KEY: key, CERT: cert })
  const url = `https://localhost:${server.port}`
  const ask = async (method: string) => await (await fetch(`${url}/stats`, { method })).text()
  return {
    url,
    stats: async (): Promise<{ count: number; seconds: number; latenciesMs: number[] }> =>
      JSON.parse(await ask('GET')),
    forget: () => ask('DELETE'),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
