import { OPERATIONS } from '#contract/operations.ts'
import { temporaryFolder } from '../test/help/folder.ts'
import { startPostgres } from '../test/help/postgres-server.ts'
import { startRedis } from '../test/help/redis-server.ts'
import { runLoad } from './load.ts'
import {
  createdId,
  requestOf,
  SECRET,
  type SeededStore,
  SIX_NAMES,
  type Six,
  seedStores,
} from './operations.ts'
import { median, perSecond, type Row } from './report.ts'
import { type RunningServer, startHaat } from './servers.ts'

const CONNECTIONS = 32
const MINUTE_MS = 60_000
const TOO_MANY = 429
/** Own memory in the last minute against the second; less is the breathing of the garbage collection. */
const MOST_GROWTH = 1.1
const STEPS = ['processing', 'dispatched', 'delivered']

/** For a first visit and a second one: an order takes three moves. */
const ORDERS = 2 * Math.ceil(OPERATIONS.change_order_status.perMinute / STEPS.length)

type Environment = Record<string, string>

/** 5,000 stores, each brought to the limit of all six operations and one request past it, in turn for five minutes. */
export async function benchSqliteLoad(trial: boolean): Promise<Row[]> {
  await using folder = await temporaryFolder()
  return await benchLoad('SQLite', trial, { DATA_DIR: folder.path, HAAT_SECRET: SECRET }, folder.path)
}

export async function benchPostgresLoad(trial: boolean): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using postgres = await startPostgres({ fsync: 'on', full_page_writes: 'on' })
  await using redis = await startRedis()
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, DATA_DIR: folder.path, HAAT_SECRET: SECRET }
  return await benchLoad('PostgreSQL', trial, env, folder.path)
}

async function benchLoad(engine: string, trial: boolean, env: Environment, folder: string): Promise<Row[]> {
  const count = trial ? 200 : 5000
  const minutes = 5
  const minuteMs = trial ? 3000 : MINUTE_MS
  const stores = await seedStores(env, folder, { stores: count, products: 2, orders: ORDERS })
  await using server = await startHaat(env)
  const sellers = new Sellers(stores)
  using memory = watchMemory(server, minuteMs)
  const result = await runLoad({
    port: server.port,
    connections: CONNECTIONS,
    seconds: (minutes * minuteMs) / 1000,
    next: (connection) => sellers.next(connection),
    heard: (connection, status, body) => sellers.heard(connection, status, body),
  })
  const { refused, wrong, visits } = sellers
  const byMinute = memory.byMinute.slice(0, minutes)
  const growth = byMinute.at(-1)! / byMinute[1]!
  const named = `${count.toLocaleString('en')} stores at their limits, ${engine}`
  return [
    {
      what: `${named}, ${(minutes * minuteMs) / MINUTE_MS} minutes`,
      target: 'no error but 429',
      met: wrong.size === 0,
      figures: `${perSecond(result.perSecond)}, ${result.count} requests, ${visits} visits, ${refused} answered 429; others: ${JSON.stringify([...wrong])}`,
    },
    {
      what: `Own memory meanwhile, ${engine}`,
      against: 'the second minute',
      ratio: growth,
      target: `at most ${MOST_GROWTH}`,
      met: growth <= MOST_GROWTH,
      figures: `${byMinute.map((value) => `${Math.round(value)} MB`).join(', ')} by minute`,
      points: byMinute.map((value, i) => ({
        chart: 'load',
        group: engine,
        series: `minute ${i + 1}`,
        value,
      })),
    },
  ]
}

interface Visit {
  store: SeededStore
  calls: Six[]
  created: string[]
  moves: Array<{ id: string; status: string }>
  asked: Six | undefined
}

/** Each connection is a seller at a time: it uses up what a store may do in a minute, then goes on to the next store. */
class Sellers {
  refused = 0
  visits = 0
  readonly wrong = new Map<string, number>()
  readonly #stores: SeededStore[]
  readonly #current: Visit[] = []

  constructor(stores: SeededStore[]) {
    this.#stores = stores
  }

  next(connection: number): Buffer {
    let visit = this.#current[connection]
    while (true) {
      visit ??= this.#begin(connection)
      const operation = visit.calls.shift()
      const request = operation && requestFor(visit, operation)
      visit.asked = operation
      if (request) return request
      if (!operation) visit = undefined
    }
  }

  heard(connection: number, status: number, body: string) {
    const { asked, created } = this.#current[connection]!
    if (status === 201) created.push(createdId(body))
    else if (status === TOO_MANY) this.refused++
    else if (status !== 200) {
      const what = `${asked} ${status} ${body.slice(0, 100)}`
      this.wrong.set(what, (this.wrong.get(what) ?? 0) + 1)
    }
  }

  #begin(connection: number): Visit {
    const store = this.#stores[this.visits % this.#stores.length]!
    const from = (Math.floor(this.visits++ / this.#stores.length) * ORDERS) / 2
    const moves = store.order_ids
      .slice(from, from + ORDERS / 2)
      .flatMap((id) => STEPS.map((status) => ({ id, status })))
    const visit = { store, calls: callsOfAMinute(), created: [], moves, asked: undefined }
    this.#current[connection] = visit
    return visit
  }
}

/** One call more of each operation than the minute allows, evenly mixed. */
function callsOfAMinute(): Six[] {
  return SIX_NAMES.flatMap((operation) => {
    const calls = OPERATIONS[operation].perMinute + 1
    return Array.from({ length: calls }, (_, i) => ({ operation, place: (i + 1) / calls }))
  })
    .sort((a, b) => a.place - b.place)
    .map(({ operation }) => operation)
}

/** Nothing where the store has no more to delete or to move. */
function requestFor({ store, created, moves }: Visit, operation: Six): Buffer | undefined {
  if (operation === 'create_product') return requestOf(operation, store)
  if (operation === 'change_order_status') {
    const move = moves.shift()
    return move && requestOf(operation, store, move.id, { status: move.status })
  }
  if (operation === 'delete_product') {
    const id = created.shift()
    return id === undefined ? undefined : requestOf(operation, store, id)
  }
  return requestOf(operation, store, (operation === 'read_order' ? store.order_ids : store.product_ids)[0])
}

/** The median of each minute. */
function watchMemory(server: RunningServer, minuteMs: number): { byMinute: number[] } & Disposable {
  const began = performance.now()
  const samples: number[][] = []
  const timer = setInterval(() => {
    const minute = Math.floor((performance.now() - began) / minuteMs)
    samples[minute] ??= []
    samples[minute].push(server.memory().own)
  }, 250)
  return {
    get byMinute() {
      return samples.map(median)
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
