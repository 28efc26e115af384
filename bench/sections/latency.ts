import { SECRET } from '../../harness/app/config-of.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { type LoadResult, runLoad, WARM_REQUESTS, warmUp } from '../load/load.ts'
import {
  requestOf,
  type SeededStore,
  SIX,
  SIX_NAMES,
  type Six,
  STATUSES,
  seedStores,
} from '../load/operations.ts'
import { startDurablePostgres, startHaat } from '../load/servers.ts'
import { allSucceeded, median, perSecond, type Row } from '../results/report.ts'

const CONNECTIONS = 32
const FULL_SECONDS = 3
const HALF_SECONDS = 4
const ROUNDS = 3
const STORES = 8000
const TRIAL_STORES = 500
/** Warm-up requests of each operation in each warm-up store: no operation's limit is lower. */
const WARM_EACH = 10
const WARM_STORES = WARM_REQUESTS / WARM_EACH
const ORDERS = 5
/** More products than orders: only those without orders can be deleted. */
const PRODUCTS = ORDERS + WARM_EACH

/** The 99th percentile of each operation at half the server's maximum rate for it: the median of three rounds. */
export async function benchSqliteLatency(trial: boolean): Promise<Row[]> {
  await using folder = await temporaryFolder()
  return await benchLatency('SQLite', trial, { DATA_DIR: folder.path, HAAT_SECRET: SECRET }, folder.path)
}

export async function benchPostgresLatency(trial: boolean): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using postgres = await startDurablePostgres()
  const env = { DATABASE_URL: postgres.url, DATA_DIR: folder.path, HAAT_SECRET: SECRET }
  return await benchLatency('PostgreSQL', trial, env, folder.path)
}

async function benchLatency(
  engine: string,
  trial: boolean,
  env: Record<string, string>,
  folder: string,
): Promise<Row[]> {
  const [warm, measured] = trial ? [TRIAL_STORES, TRIAL_STORES] : [WARM_STORES, STORES]
  const seeded = await seedStores(env, folder, {
    stores: warm + measured,
    products: PRODUCTS,
    orders: ORDERS,
  })
  const [warmStores, stores] = [seeded.slice(0, warm), seeded.slice(warm)]
  await using server = await startHaat(env)
  const rows: Row[] = []
  for (const operation of SIX_NAMES) {
    allSucceeded(await warmUp(server.port, requestsOf(operation, warmStores), warm * WARM_EACH))
    const next = requestsOf(operation, stores)
    const load = { port: server.port, connections: CONNECTIONS, next }
    const full = allSucceeded(await runLoad({ ...load, seconds: trial ? 0.5 : FULL_SECONDS }))
    const halves: LoadResult[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const half = { ...load, seconds: trial ? 0.3 : HALF_SECONDS, perSecond: full.perSecond / 2 }
      halves.push(allSucceeded(await runLoad(half)))
    }
    const lasts = halves.map(({ p99Ms }) => p99Ms)
    const middle = median(halves.map(({ p50Ms }) => p50Ms))
    const rate = median(halves.map((half) => half.perSecond))
    rows.push({
      what: `${SIX[operation]}, ${engine}, at half load`,
      figures: `99th percentile ${lasts.map((ms) => ms.toFixed(1)).join(', ')} ms, median ${middle.toFixed(1)} ms, at ${perSecond(rate)} of ${perSecond(full.perSecond)}`,
      points: [{ chart: 'latency', group: SIX[operation], series: engine, value: median(lasts) }],
    })
  }
  return rows
}

/** Takes the stores in turn. Orders move three times, each again when all have moved. A product is deleted once. */
function requestsOf(operation: Six, stores: SeededStore[]): () => Buffer | undefined {
  let count = 0
  return () => {
    const store = stores[count % stores.length]!
    const turn = Math.floor(count++ / stores.length)
    if (operation === 'create_product') return requestOf(operation, store)
    const { product_ids, order_ids } = store
    if (operation === 'change_order_status') {
      const status = STATUSES[Math.floor(turn / ORDERS)]
      return status === undefined
        ? undefined
        : requestOf(operation, store, order_ids[turn % ORDERS], { status })
    }
    const id = {
      read_product: product_ids[turn % PRODUCTS],
      edit_product: product_ids[turn % PRODUCTS],
      delete_product: product_ids[ORDERS + turn],
      read_order: order_ids[turn % ORDERS],
    }[operation]
    return id === undefined ? undefined : requestOf(operation, store, id)
  }
}
