import { SECRET } from '../../harness/app/config-of.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { startRedis } from '../../harness/services/redis-server.ts'
import { runLoad, WARM_REQUESTS, warmUp } from '../load/load.ts'
import { requestOf, type SeededStore, seedStores } from '../load/operations.ts'
import { inTurn } from '../load/seeded.ts'
import { type RunningServer, startDurablePostgres, startHaat } from '../load/servers.ts'
import { allSucceeded, perSecond, type Row, sideBySide } from '../results/report.ts'

const CONNECTIONS = 32
const SECONDS = 4
const ROUNDS = 3
/** Enough stores that none reaches its rate limit, although each instance is warmed up separately. */
const STORES = 16_000
const TRIAL_STORES = 500
const TRIAL_WARM_REQUESTS = 1000

/** Two instances on one PostgreSQL and one Redis against one, with the same number of clients in all. */
export async function benchInstances(trial: boolean): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using postgres = await startDurablePostgres()
  await using redis = await startRedis()
  const env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    DATA_DIR: folder.path,
    HAAT_SECRET: SECRET,
  }
  const stores = await seedStores(env, folder.path, {
    stores: trial ? TRIAL_STORES : STORES,
    products: 3,
    orders: 0,
  })
  await using first = await startHaat(env)
  await using second = await startHaat(env)

  const seconds = trial ? 0.5 : SECONDS
  const rows: Row[] = []
  for (const [what, requests] of Object.entries(requestsFor(stores))) {
    const next = inTurn(requests)
    for (const { port } of [first, second])
      allSucceeded(await warmUp(port, next, trial ? TRIAL_WARM_REQUESTS : WARM_REQUESTS))
    const { ratio, theirs, ours } = await sideBySide(
      ROUNDS,
      () => throughput([first], next, seconds),
      () => throughput([first, second], next, seconds),
    )
    rows.push({
      what: `${what}, two instances on one PostgreSQL`,
      against: 'one instance',
      ratio,
      figures: `${perSecond(ours)} to ${perSecond(theirs)}`,
      points: [
        { chart: 'instances', group: what, series: 'one', value: theirs },
        { chart: 'instances', group: what, series: 'two', value: ours },
      ],
    })
  }
  return rows
}

const requestsFor = (stores: SeededStore[]): Record<string, Buffer[]> => ({
  'Read a product': stores.map((store) => requestOf('read_product', store, store.product_ids[0])),
  'Create a product': stores.map((store) => requestOf('create_product', store)),
})

async function throughput(instances: RunningServer[], next: () => Buffer, seconds: number): Promise<number> {
  const connections = CONNECTIONS / instances.length
  const results = await Promise.all(
    instances.map(({ port }) => runLoad({ port, connections, seconds, next })),
  )
  results.forEach(allSucceeded)
  return results.reduce((sum, result) => sum + result.perSecond, 0)
}
