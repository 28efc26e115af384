import { SECRET } from '../../harness/app/config-of.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { startRedis } from '../../harness/services/redis-server.ts'
import { requestBytes, runLoad, warmUp } from '../load/load.ts'
import { inTurn, seedTargets, type Target } from '../load/seeded.ts'
import { startBare, startDurablePostgres, startHaat } from '../load/servers.ts'
import { allSucceeded, type Row, ratioRow, sideBySide } from '../results/report.ts'

const CONNECTIONS = 32
const SECONDS = 2
const ROUNDS = 9

const read = ({ key, productId }: Target) =>
  requestBytes('GET', `/api/products/${productId}`, { 'x-api-key': key })

interface Readers {
  port: number
  next: () => Buffer
}

async function throughput({ port, next }: Readers): Promise<number> {
  return allSucceeded(await runLoad({ port, connections: CONNECTIONS, seconds: SECONDS, next })).perSecond
}

async function compared(theirs: Readers, ours: Readers) {
  for (const { port, next } of [theirs, ours]) allSucceeded(await warmUp(port, next))
  return sideBySide(
    ROUNDS,
    () => throughput(theirs),
    () => throughput(ours),
  )
}

/** Reading a product with key check and limit on SQLite, against the same JSON from memory. */
export async function benchSqliteReads(): Promise<Row[]> {
  await using small = await temporaryFolder()
  await using large = await temporaryFolder()
  const smallEnv = { DATA_DIR: small.path, HAAT_SECRET: SECRET }
  const largeEnv = { DATA_DIR: large.path, HAAT_SECRET: SECRET }
  const few = await seedTargets(smallEnv, small.path, { stores: 20_000, products: 5 })
  const many = await seedTargets(largeEnv, large.path, { stores: 20_000, products: 50 })

  await using ours = await startHaat(smallEnv)
  await using oursLarge = await startHaat(largeEnv)
  const [first] = few.targets
  const json = await (
    await fetch(`http://localhost:${ours.port}/api/products/${first!.productId}`, {
      headers: { 'x-api-key': first!.key },
    })
  ).text()
  await using bare = await startBare({ PRODUCT_JSON: json })
  const bareReads = few.targets.map(({ productId }) => requestBytes('GET', `/memory/${productId}`, {}))
  const reading = { port: ours.port, next: inTurn(few.targets.map(read)) }

  const small100k = await compared({ port: bare.port, next: inTurn(bareReads) }, reading)
  const large1m = await compared(reading, { port: oursLarge.port, next: inTurn(many.targets.map(read)) })
  return [
    ratioRow('Read a product, SQLite, 100,000 products', 'bare Fastify, from memory', 0.45, small100k),
    ratioRow('Read a product, SQLite, 1,000,000 products', 'the same with 100,000', 0.9, large1m),
    {
      what: 'Seed 1,000,000 products, SQLite',
      target: 'under 120 s',
      met: many.seconds < 120,
      figures: `${many.seconds.toFixed(1)} s`,
    },
  ]
}

/** The same on PostgreSQL, against a route that makes one prepared select by primary key. */
export async function benchPostgresReads(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using postgres = await startDurablePostgres()
  await using redis = await startRedis()
  const env = { DATABASE_URL: postgres.url, HAAT_SECRET: SECRET, DATA_DIR: folder.path }
  const { targets } = await seedTargets(env, folder.path, { stores: 20_000, products: 5 })
  await using bare = await startBare({ DATABASE_URL: postgres.url })
  const bareReads = targets.map(({ storeId, productId }) =>
    requestBytes('GET', `/select/${storeId}/${productId}`, {}),
  )
  const reads = targets.map(read)
  const rows: Row[] = []
  const variants = [
    { where: 'PostgreSQL', least: 0.5, env },
    { where: 'Redis', least: 0.6, env: { ...env, REDIS_URL: redis.url } },
  ]
  for (const variant of variants) {
    await using ours = await startHaat(variant.env)
    const measured = await compared(
      { port: bare.port, next: inTurn(bareReads) },
      { port: ours.port, next: inTurn(reads) },
    )
    const what = `Read a product, PostgreSQL, limits in ${variant.where}`
    rows.push(ratioRow(what, 'bare Fastify with one prepared select', variant.least, measured))
  }
  return rows
}
