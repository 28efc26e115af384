import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import pg from 'pg'
import { pino } from 'pino'
import { configOf } from '../../harness/app/config-of.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import {
  madeUpPurchase,
  payForTestOrder,
  type TestPurchase,
} from '../../server/actions/orders/place-test-order.ts'
import { seedStore } from '../../server/actions/stores/seed-store.ts'
import { openWorld } from '../../server/open-world.ts'
import { findProduct } from '../../server/storage/products/products.ts'
import type { World } from '../../server/world.ts'
import { type Recorded, recording, rewriter } from '../load/recorded.ts'
import { anyOf } from '../load/seeded.ts'
import { startDurablePostgres } from '../load/servers.ts'
import { perSecond, type Row, ratioRow, sideBySide } from '../results/report.ts'

const CONNECTIONS = 8
const SECONDS = 3
const ROUNDS = 5
const STORES = 100
const PRODUCTS = 5
const LEAST_RATIO = 0.4
const LEAST_PER_SECOND = 400

type Purchase = () => Recorded[][]

/** Reserve, start the payment, verify it, order, stock, event and mail row, against the same statements bare. */
export async function benchSqliteOrders(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using world = await openBenchWorld({ DATA_DIR: folder.path })
  const path = join(folder.path, 'haat.db')
  return [(await benchOrders('SQLite', world, (purchase) => bareSqlite(path, purchase))).row]
}

export async function benchPostgresOrders(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using postgres = await startDurablePostgres()
  const settings = { DATABASE_URL: postgres.url, DATA_DIR: folder.path }
  await using world = await openBenchWorld(settings)
  const { row, ours } = await benchOrders('PostgreSQL', world, (purchase) =>
    barePostgres(postgres.url, purchase),
  )
  return [
    row,
    {
      what: 'Place a paid order, PostgreSQL, 8 connections',
      target: `at least ${LEAST_PER_SECOND}/s`,
      met: ours >= LEAST_PER_SECOND,
      figures: perSecond(ours),
    },
  ]
}

async function openBenchWorld(settings: Record<string, string>) {
  return openWorld(configOf(settings), { log: pino({ level: 'silent' }) })
}

async function benchOrders(engine: string, world: World, bare: (purchase: Purchase) => Promise<number>) {
  const places: TestPurchase[] = []
  for (let n = 0; n < STORES; n++) {
    const { store_id, product_ids } = await seedStore(world, n, PRODUCTS, 0)
    for (const productId of product_ids) places.push(await placeOf(world, store_id, productId))
  }
  const purchase = await recordedPurchase(world, places)
  const ours = () => countAtOnce(CONNECTIONS, () => payForTestOrder(world, anyOf(places)))
  const measured = await sideBySide(ROUNDS, () => bare(purchase), ours)
  const row = ratioRow(`Place a paid order, ${engine}`, 'the same statements, bare', LEAST_RATIO, measured)
  return { row, ours: measured.ours }
}

const placeOf = async ({ db }: World, storeId: string, productId: string): Promise<TestPurchase> => ({
  storeId,
  productId,
  input: madeUpPurchase((await findProduct(db, storeId, productId))!),
})

/** Records the statements of one purchase, to be replayed for any number of others. */
async function recordedPurchase(world: World, places: readonly TestPurchase[]): Promise<Purchase> {
  const first = places[0]!
  const { engine, transactions } = recording(world.db)
  await payForTestOrder({ ...world, db: engine }, first)
  const again = rewriter(transactions, { [first.storeId]: 1, [first.productId]: 1 })
  return () => {
    const { storeId, productId } = anyOf(places)
    return again({ [first.storeId]: storeId, [first.productId]: productId })
  }
}

/** Uses one connection, one purchase after the other, with every statement prepared once. */
async function bareSqlite(path: string, purchase: Purchase): Promise<number> {
  const db = new DatabaseSync(path, { timeout: 5000 })
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  const kept = new Map<string, StatementSync>()
  const prepared = (sql: string) => {
    const statement = kept.get(sql) ?? db.prepare(sql)
    kept.set(sql, statement)
    return statement
  }
  const count = await countAtOnce(1, async () => {
    for (const group of purchase()) {
      db.exec('begin immediate')
      for (const { sql, values } of group) prepared(sql).all(...(values as SQLInputValue[]))
      db.exec('commit')
    }
  })
  db.close()
  return count
}

/** Uses as many connections as ours has customers. Statements are prepared once; each is awaited before the next. */
async function barePostgres(url: string, purchase: Purchase): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
  const count = await countAtOnce(CONNECTIONS, async () => {
    const client = await pool.connect()
    for (const group of purchase()) {
      await client.query('begin')
      for (const { sql, name, values } of group) await client.query({ name, text: sql, values: [...values] })
      await client.query('commit')
    }
    client.release()
  })
  await pool.end()
  return count
}

/** How many times a second this many concurrent workers do the work. */
async function countAtOnce(workers: number, work: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + SECONDS * 1000
  let count = 0
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (; performance.now() < until; count++) await work()
    }),
  )
  return count / SECONDS
}
