import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SeededStore } from '../server/actions/seed-store.ts'
import { temporaryFolder } from '../test/help/folder.ts'
import { startPostgres } from '../test/help/postgres-server.ts'
import { bareWritesPostgres, bareWritesSqlite } from './bare-writes.ts'
import { type LoadResult, requestBytes, runLoad } from './load.ts'
import { perSecond, type Row, ratioRow, sideBySide } from './report.ts'
import { inTurn } from './seeded.ts'
import { haat, type RunningServer, startHaat } from './servers.ts'

const CONNECTIONS = 8
const SECONDS = 3
const ROUNDS = 3
const STORES = 8000
const SECRET = 'a secret for benchmarks that is long enough'

type Environment = Record<string, string>

/** Create, edit and status change, answered after the commit, against one small row inserted through the driver. */
export async function benchSqliteWrites(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const env = { DATA_DIR: folder.path, HAAT_SECRET: SECRET }
  return await benchWrites('SQLite', env, folder.path, () =>
    bareWritesSqlite(join(folder.path, 'bare.db'), SECONDS),
  )
}

export async function benchPostgresWrites(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using postgres = await startPostgres({ fsync: 'on', full_page_writes: 'on' })
  const env = { DATABASE_URL: postgres.url, DATA_DIR: folder.path, HAAT_SECRET: SECRET }
  const rows = await benchWrites('PostgreSQL', env, folder.path, () =>
    bareWritesPostgres(postgres.url, CONNECTIONS, SECONDS),
  )
  const creates = Number(rows[0]!.figures.split('/s')[0]!.replaceAll(',', ''))
  return [
    ...rows,
    {
      what: 'Create a product, PostgreSQL, 8 connections',
      target: 'at least 1,000/s',
      met: creates >= 1000,
      figures: perSecond(creates),
    },
  ]
}

async function benchWrites(
  engine: string,
  env: Environment,
  folder: string,
  bare: () => Promise<number>,
): Promise<Row[]> {
  const out = join(folder, 'seeded.jsonl')
  await haat(env, 'seed', '--stores', `${STORES}`, '--products', '2', '--orders', '5', '--out', out)
  const stores: SeededStore[] = readFileSync(out, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  await using ours = await startHaat(env)
  const rows: Row[] = []
  for (const [what, requests] of Object.entries(requestsFor(stores))) {
    const next = inTurn(requests)
    const measured = await sideBySide(ROUNDS, bare, () => throughput(ours, next))
    rows.push(ratioRow(`${what}, ${engine}`, 'one small row inserted bare, no HTTP', 0.35, measured))
  }
  return rows
}

/** Each store is asked in turn, so that none meets its limit; each order is moved once. */
function requestsFor(stores: SeededStore[]): Record<string, Buffer[]> {
  const body = JSON.stringify({
    name: 'Brass lamp',
    price: 1499,
    description: 'Cast by hand in Moradabad.',
    stock: 12,
    colors: ['Gold', 'Antique'],
  })
  const key = ({ api_key }: SeededStore) => ({ 'x-api-key': api_key })
  const edit = (store: SeededStore, i: number) =>
    requestBytes(
      'PUT',
      `/api/products/${store.product_ids[0]}/edit`,
      key(store),
      JSON.stringify({ stock: i }),
    )
  const move = (store: SeededStore, order: string) =>
    requestBytes('PUT', `/api/orders/${order}/status`, key(store), '{"status":"processing"}')
  return {
    'Create a product': stores.map((store) => requestBytes('POST', '/api/products/create', key(store), body)),
    'Edit a product': stores.map(edit),
    'Move an order': [0, 1, 2, 3, 4].flatMap((n) => stores.map((store) => move(store, store.order_ids[n]!))),
  }
}

async function throughput(server: RunningServer, next: () => Buffer): Promise<number> {
  const result = await runLoad({ port: server.port, connections: CONNECTIONS, seconds: SECONDS, next })
  assertAllWell(result)
  return result.perSecond
}

function assertAllWell({ statuses }: LoadResult) {
  const bad = [...statuses].filter(([status]) => status >= 300)
  if (bad.length > 0) throw new Error(`Not every answer was a success: ${JSON.stringify(bad)}`)
}
