import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { PRODUCT_LIMITS } from '#contract/products.ts'
import { configOf } from '../../harness/app/config-of.ts'
import { ownFolder } from '../../harness/app/server-process.ts'
import { createStore } from '../../server/actions/stores/create-store.ts'
import { verify } from '../../server/actions/verify.ts'
import { openWorld } from '../../server/open-world.ts'
import { findProduct } from '../../server/storage/products/products.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import type { World } from '../../server/world.ts'
import { Caller } from '../crowd/caller.ts'
import type { Fault, Finding } from '../fault.ts'
import { Instances } from '../place/instances.ts'

const FOR_MS = 45_000
const SELLERS = 24
/** Enough stores that none reaches its rate limit. */
const STORES_EACH = 12
/** The offset of the checkpoint sequence number in the header of SQLite's WAL. */
const TIMES_ANEW_AT = 12

type Store = Awaited<ReturnType<typeof createStore>>
type Settings = Record<string, string>

interface Kept {
  storeId: string
  productId: string
  name: string
}

export const embeddedFaults: Fault[] = [
  {
    name: 'sqlite-killed',
    what: `a service on SQLite, kill -9 at random for 45 s while ${SELLERS} sellers write as fast as they can`,
    run: killWhileWriting,
  },
]

/** Writes so much that nearly every kill comes while the WAL is checkpointed, synced or restarted. */
async function killWhileWriting(): Promise<Finding> {
  await using folder = await ownFolder()
  const settings = { ...folder.settings, LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1' }
  const stores = await inWorld(settings, (world) =>
    Promise.all(
      Array.from({ length: SELLERS * STORES_EACH }, (_, i) => createStore(world, { name: `Shop ${i}` })),
    ),
  )
  await using instances = await Instances.start(settings, 1)
  const caller = new Caller(() => instances.urls)
  const until = Date.now() + FOR_MS
  const writing = Array.from({ length: SELLERS }, (_, i) =>
    write(caller, stores.slice(i * STORES_EACH, (i + 1) * STORES_EACH), until),
  )
  while (Date.now() < until) {
    await sleep(randomInt(500, 3000))
    await instances.killOne()
    await instances.add()
  }
  const kept = (await Promise.all(writing)).flat()
  const timesAnew = (await readFile(join(folder.path, 'haat.db-wal'))).readUInt32BE(TIMES_ANEW_AT)
  const unclean = await instances.stop()
  const lost = await inWorld(settings, (world) => lostOf(world, kept))
  return {
    runs: instances.kills,
    acknowledged: kept.length,
    problems: [...caller.wrong, ...unclean, ...corruptionIn(folder.path), ...lost],
    notes: `the WAL was restarted ${timesAnew} times; ${caller.refused} requests found no service and were retried`,
  }
}

async function inWorld<T>(settings: Settings, work: (world: World) => Promise<T>): Promise<T> {
  await using world = await openWorld(configOf(settings), { log: pino({ level: 'silent' }) })
  return await work(world)
}

/** Creates one product after the other, retrying each until it is acknowledged. */
async function write(caller: Caller, stores: readonly Store[], until: number): Promise<Kept[]> {
  const kept: Kept[] = []
  const metadata = { noise: randomBytes(PRODUCT_LIMITS.metadataBytesMax / 4).toString('hex') }
  for (let n = 0; Date.now() < until; n++) {
    const { store_id, api_key } = stores[n % stores.length]!
    const name = `Lamp ${n}`
    const { status, text } = await caller.persist('/api/products/create', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': api_key, 'idempotency-key': randomUUID() },
      body: JSON.stringify({ name, price: 1, description: 'Written under fire', stock: 1, metadata }),
    })
    if (status === 201) kept.push({ storeId: store_id, productId: JSON.parse(text).product_id, name })
    else caller.wrong.push(`A create was answered with ${status}: ${text}`)
  }
  return kept
}

function corruptionIn(folder: string): string[] {
  using db = new DatabaseSync(join(folder, 'haat.db'), { readOnly: true })
  const lines = db
    .prepare('pragma integrity_check')
    .all()
    .map(({ integrity_check }) => String(integrity_check))
  return lines.filter((line) => line !== 'ok')
}

/** What was acknowledged and is missing, what was made twice, and what breaks an invariant. */
async function lostOf(world: World, kept: readonly Kept[]): Promise<string[]> {
  const problems: string[] = []
  for (const { storeId, productId, name } of kept) {
    const product = await findProduct(world.db, storeId, productId)
    if (product?.name !== name) problems.push(`The product ${productId} is ${product?.name}, not ${name}`)
  }
  const rows = await rowsOf(world.db, (sql) => sql.selectFrom('products').select('id'))
  if (rows.length !== kept.length) problems.push(`${rows.length} products instead of ${kept.length}`)
  for await (const { name, count } of verify(world)) if (count > 0) problems.push(`${name}: ${count} broken`)
  return problems
}
