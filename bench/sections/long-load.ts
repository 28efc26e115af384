import { SECRET } from '../../harness/app/config-of.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { startRedis } from '../../harness/services/redis-server.ts'
import { MINUTE_MS } from '../../server/rules/values/durations.ts'
import { runLoad } from '../load/load.ts'
import { seedStores } from '../load/operations.ts'
import { ORDERS_EACH, Sellers } from '../load/sellers.ts'
import { type RunningServer, startDurablePostgres, startHaat } from '../load/servers.ts'
import { median, perSecond, type Row } from '../results/report.ts'

const CONNECTIONS = 32
/** The limit for own memory in the last minute against the second; garbage collection explains smaller changes. */
const MOST_GROWTH = 1.1

type Environment = Record<string, string>

/** Five minutes of sellers who go through 5,000 stores, all six operations mixed, and bring each store to a limit. */
export async function benchSqliteLoad(trial: boolean): Promise<Row[]> {
  await using folder = await temporaryFolder()
  return await benchLoad('SQLite', trial, { DATA_DIR: folder.path, HAAT_SECRET: SECRET }, folder.path)
}

export async function benchPostgresLoad(trial: boolean): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using postgres = await startDurablePostgres()
  await using redis = await startRedis()
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, DATA_DIR: folder.path, HAAT_SECRET: SECRET }
  return await benchLoad('PostgreSQL', trial, env, folder.path)
}

async function benchLoad(engine: string, trial: boolean, env: Environment, folder: string): Promise<Row[]> {
  const count = trial ? 200 : 5000
  const minutes = 5
  const minuteMs = trial ? 3000 : MINUTE_MS
  const stores = await seedStores(env, folder, { stores: count, products: 2, orders: ORDERS_EACH })
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
  return [
    {
      what: `${count.toLocaleString('en')} stores in turn, all six operations, one of them past its limit, ${engine}, ${(minutes * minuteMs) / MINUTE_MS} minutes`,
      target: 'every store, no error but 429',
      met: wrong.size === 0 && visits >= count,
      figures: `${perSecond(result.perSecond)}, ${result.count} requests, each store visited ${(visits / count).toFixed(1)} times and refused at its limit, ${refused} answered 429; other errors: ${wrong.size === 0 ? 'none' : JSON.stringify([...wrong])}`,
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

/** The median of own memory in each minute. */
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
