import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SECRET } from '../../harness/app/config-of.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { WINDOW_MS } from '../../server/rules/rate-window.ts'
import { holdInMemory } from '../load/hold-in-memory.ts'
import { type LoadResult, runLoad } from '../load/load.ts'
import { copyOf, multiplyPostgres, multiplySqlite } from '../load/multiply.ts'
import {
  createdId,
  requestOf,
  type SeededStore,
  SIX,
  SIX_NAMES,
  type Six,
  STATUSES,
  seedStores,
} from '../load/operations.ts'
import { backendsOf, ProcessorMeter } from '../load/processor-time.ts'
import { anyOf, shuffled } from '../load/seeded.ts'
import { type RunningServer, startDurablePostgres, startHaat } from '../load/servers.ts'
import { allSucceeded, median, type Row } from '../results/report.ts'

const CONNECTIONS = 8
const STORES = 500
const EACH = 2
const MOST_RATIO = 1.2
/** The moves that a store's orders allow: each order moves three times. */
const ROUNDS = 3 * EACH
/** Requests to each store in a round: few enough that all rounds within a minute stay within its rate limits. */
const PER_STORE: Record<Six, number> = {
  read_product: 8,
  create_product: 1,
  edit_product: 3,
  delete_product: 1,
  read_order: 8,
  change_order_status: 1,
}

/** The turns over which each size's requests of a round are spread. */
const TURNS = 4

const READS = new Set<Six>(['read_product', 'read_order'])
/** SQLite checkpoints its WAL a second after the last write. That work must not count for the reads that follow. */
const SETTLED_AFTER_MS = 1500

type EngineName = 'SQLite' | 'PostgreSQL'
type Environment = Record<string, string>

interface Sized {
  times: number
  stores: SeededStore[]
  server: RunningServer
  file: string | undefined
  /** Products created in this round; the round also deletes them, so that the size stays the same. */
  created: Array<{ store: SeededStore; id: string }>
  /** The processes that an operation's processor time is measured in. */
  workers(): number[]
  costs: Record<Six, Cost[]>
}

interface Request {
  store: SeededStore
  bytes: Buffer
}

/** Microseconds a request. */
interface Cost {
  processor: number
  clock: number
}

interface Filled {
  env: Environment
  stores: SeededStore[]
  /** The database's own processes; none for SQLite. */
  database(): number[]
  /** The database file, for SQLite. */
  file?: string
}

/** What each operation costs with 1,000, 100,000 and 1,000,000 products and as many orders in the same 500 stores. */
export const benchSqliteSizes = (trial: boolean): Promise<Row[]> =>
  benchSizes('SQLite', trial, async (folder, times) => {
    const env = { DATA_DIR: folder, HAAT_SECRET: SECRET }
    const stores = await seedStores(env, folder, { stores: STORES, products: EACH, orders: EACH })
    const file = join(folder, 'haat.db')
    multiplySqlite(file, times)
    return { env, stores, database: () => [], file }
  })

export async function benchPostgresSizes(trial: boolean): Promise<Row[]> {
  await using postgres = await startDurablePostgres({ shared_buffers: '2GB', max_wal_size: '8GB' })
  return await benchSizes('PostgreSQL', trial, async (folder, times) => {
    const url = await newDatabase(postgres.url, `size_${times}`)
    const env = { DATABASE_URL: url, DATA_DIR: folder, HAAT_SECRET: SECRET }
    const stores = await seedStores(env, folder, { stores: STORES, products: EACH, orders: EACH })
    await multiplyPostgres(url, times)
    return { env, stores, database: () => backendsOf(`size_${times}`) }
  })
}

async function newDatabase(connectionString: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return connectionString.replace(/[^/]*$/, name)
}

async function benchSizes(
  engine: EngineName,
  trial: boolean,
  fill: (folder: string, times: number) => Promise<Filled>,
): Promise<Row[]> {
  await using opened = new AsyncDisposableStack()
  const sizes: Sized[] = []
  for (const times of trial ? [1, 5, 20] : [1, 100, 1000]) {
    const folder = opened.use(await temporaryFolder())
    const { env, stores, database, file } = await fill(folder.path, times)
    const server = opened.use(await startHaat(env))
    const workers = () => [server.child.pid!, ...database()]
    const costs = Object.fromEntries(SIX_NAMES.map((name) => [name, [] as Cost[]]))
    sizes.push({ times, stores, server, file, created: [], workers, costs: costs as Sized['costs'] })
  }
  const settleMs = engine === 'SQLite' ? SETTLED_AFTER_MS : 0
  if (!trial) await warmUp(sizes, settleMs)
  for (let round = 0; round < ROUNDS; round++) {
    holdAllInMemory(sizes)
    for (const operation of SIX_NAMES) {
      const costs = await measure(sizes, operation, round, settleMs)
      if (round > 0) sizes.forEach((sized, i) => void sized.costs[operation].push(costs[i]!))
    }
  }
  return SIX_NAMES.map((operation) => rowOf(engine, operation, sizes))
}

/** One-time costs, such as the first access to each page of the file, are higher for a large file. */
async function warmUp(sizes: Sized[], settleMs: number) {
  for (let round = 0; round < ROUNDS; round++) {
    holdAllInMemory(sizes)
    for (const operation of SIX_NAMES.filter((name) => name !== 'change_order_status')) {
      await measure(sizes, operation, round, settleMs)
    }
  }
  await sleep(WINDOW_MS)
}

/** Keeps the disk out of the comparison: the page cache may evict a large file where it keeps a small one. */
function holdAllInMemory(sizes: Sized[]) {
  for (const { file } of sizes) if (file) holdInMemory(file)
}

/**
 * The sizes take many short turns, so that other load on the machine affects all alike. Processor time is read after
 * each turn, because connections idle during the others' turns are closed, and the processes that served them end.
 */
async function measure(sizes: Sized[], operation: Six, round: number, settleMs: number): Promise<Cost[]> {
  const measured = sizes.map((sized) => ({
    sized,
    turns: inTurns(requestsFor(sized, operation, round)),
    meter: new ProcessorMeter(sized.workers),
    count: 0,
    seconds: 0,
  }))
  for (let turn = 0; turn < TURNS; turn++) {
    for (const each of turn % 2 === 0 ? measured : measured.toReversed()) {
      const { count, perSecond } = await send(each.sized, operation, each.turns[turn]!)
      each.count += count
      each.seconds += count / perSecond
      each.meter.read()
    }
  }
  if (settleMs > 0 && !READS.has(operation)) {
    await sleep(settleMs)
    for (const { meter } of measured) meter.read()
  }
  return measured.map(({ meter, count, seconds }) => ({
    processor: meter.spent / 1000 / count,
    clock: (1e6 * seconds) / count,
  }))
}

/** In random order: stores were filled one after the other, and in that order a small database's stores share pages. */
const requestsFor = (sized: Sized, operation: Six, round: number): Request[] =>
  shuffled(
    Array.from({ length: PER_STORE[operation] }, () =>
      sized.stores.map((store) => requestIn(sized, store, operation, round)),
    ).flat(),
  )

function inTurns(requests: Request[]): Request[][] {
  const each = Math.ceil(requests.length / TURNS)
  return Array.from({ length: TURNS }, (_, turn) => requests.slice(turn * each, (turn + 1) * each))
}

async function send(sized: Sized, operation: Six, requests: Request[]): Promise<LoadResult> {
  const waiting = requests.values()
  const asked: SeededStore[] = []
  return allSucceeded(
    await runLoad({
      port: sized.server.port,
      connections: CONNECTIONS,
      seconds: Number.POSITIVE_INFINITY,
      next: (connection) => {
        const { value } = waiting.next()
        if (value) asked[connection] = value.store
        return value?.bytes
      },
      heard: (connection, _, body) => {
        if (operation === 'create_product')
          sized.created.push({ store: asked[connection]!, id: createdId(body) })
      },
    }),
  )
}

function requestIn({ times, created }: Sized, store: SeededStore, operation: Six, round: number): Request {
  const any = (ids: string[]) => {
    const id = anyOf(ids)
    const n = Math.floor(Math.random() * times)
    return n === 0 ? id : copyOf(id, n)
  }
  if (operation === 'change_order_status') {
    const [orderId, status] = [store.order_ids[Math.floor(round / 3)]!, STATUSES[round % 3]]
    const id = times === 1 ? orderId : copyOf(orderId, times - 1)
    return { store, bytes: requestOf(operation, store, id, { status }) }
  }
  if (operation === 'delete_product') {
    const made = created.pop()!
    return { store: made.store, bytes: requestOf(operation, made.store, made.id) }
  }
  if (operation === 'create_product') return { store, bytes: requestOf(operation, store) }
  const ids = operation === 'read_order' ? store.order_ids : store.product_ids
  return { store, bytes: requestOf(operation, store, any(ids)) }
}

/** Judges by processor time, since the clock includes other load on the machine. Compares sizes within a round only. */
function rowOf(engine: EngineName, operation: Six, sizes: Sized[]): Row {
  const costs = (kind: keyof Cost) =>
    sizes.map((sized) => median(sized.costs[operation].map((cost) => cost[kind])))
  const [few = 0, ...more] = costs('processor')
  const [fewest, ...larger] = sizes.map((sized) => sized.costs[operation])
  const ratios = larger.map((costs) =>
    median(costs.map(({ processor }, round) => processor / fewest![round]!.processor)),
  )
  const ratio = Math.max(...ratios)
  const counts = sizes.map(({ times }) => (times * STORES * EACH).toLocaleString('en'))
  const shown = (values: number[]) => values.map((value) => Math.round(value)).join(', ')
  return {
    what: `${SIX[operation]}, ${engine}, with ${counts.slice(1).join(' and ')} products and orders`,
    against: `the processor time with ${counts[0]}`,
    ratio,
    target: `at most ${MOST_RATIO}`,
    met: ratio <= MOST_RATIO,
    figures: `${shown([few, ...more])} µs of processor time, ${shown(costs('clock'))} µs on the clock`,
    points: [few, ...more].map((value, i) => ({
      chart: `sizes-${engine}`,
      group: SIX[operation],
      series: counts[i]!,
      value,
    })),
  }
}
