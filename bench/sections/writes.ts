import { join } from 'node:path'
import { SECRET } from '../../harness/app/config-of.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { type BareWriter, barePostgres, bareSqlite, type Written } from '../bare/bare-writes.ts'
import { runLoad, warmUp } from '../load/load.ts'
import { createdId, requestOf, type SeededStore, SIX, STATUSES, seedStores } from '../load/operations.ts'
import { inTurn, onlyOnce } from '../load/seeded.ts'
import { type RunningServer, startDurablePostgres, startHaat } from '../load/servers.ts'
import { allSucceeded, perSecond, type Row, ratioRow, sideBySide } from '../results/report.ts'

const CONNECTIONS = 8
const SECONDS = 3
const ROUNDS = 3
const STORES = 8000
const ORDERS = 12
const LEAST_CREATES = 1000

/** A tenth of the stores is reserved for the bare writes, so that these do not move the orders that ours need. */
const BARE_STORES = 800

type Next = () => Buffer | undefined
type Environment = Record<string, string>
type OpenBare = (productId: string, stores: SeededStore[]) => Promise<BareWriter>

/** Create, edit and status change, each answered after its commit, against the same row written through the driver. */
export async function benchSqliteWrites(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const env = { DATA_DIR: folder.path, HAAT_SECRET: SECRET }
  const bare: OpenBare = async (...what) => bareSqlite(join(folder.path, 'haat.db'), ...what)
  const { rows } = await benchWrites('SQLite', env, folder.path, bare)
  return rows
}

export async function benchPostgresWrites(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using postgres = await startDurablePostgres()
  const env = { DATABASE_URL: postgres.url, DATA_DIR: folder.path, HAAT_SECRET: SECRET }
  const bare: OpenBare = (...what) => barePostgres(postgres.url, CONNECTIONS, ...what)
  const { rows, creates } = await benchWrites('PostgreSQL', env, folder.path, bare)
  return [
    ...rows,
    {
      what: `Create a product, PostgreSQL, ${CONNECTIONS} connections`,
      target: 'at least 1,000/s',
      met: creates >= LEAST_CREATES,
      figures: perSecond(creates),
    },
  ]
}

async function benchWrites(
  engine: string,
  env: Environment,
  folder: string,
  openBare: OpenBare,
): Promise<{ rows: Row[]; creates: number }> {
  const seeded = await seedStores(env, folder, { stores: STORES, products: 2, orders: ORDERS })
  const [theirStores, stores] = [seeded.slice(0, BARE_STORES), seeded.slice(BARE_STORES)]
  await using server = await startHaat(env)
  await using bare = await openBare(await createOne(server, stores[0]!), theirStores)
  const rows: Row[] = []
  let creates = 0
  for (const [operation, next] of Object.entries(requestsFor(stores)) as Array<[Written, Next]>) {
    await bare.run(operation, 1)
    allSucceeded(await warmUp(server.port, next))
    const measured = await sideBySide(
      ROUNDS,
      () => bare.run(operation, SECONDS),
      () => throughput(server, next),
    )
    if (operation === 'create_product') creates = measured.ours
    rows.push(ratioRow(`${SIX[operation]}, ${engine}`, 'the same row written bare, no HTTP', 0.35, measured))
  }
  return { rows, creates }
}

/** Creates a product through the API and returns its id. */
async function createOne({ port }: RunningServer, store: SeededStore): Promise<string> {
  let id = ''
  const requests = [requestOf('create_product', store)].values()
  await runLoad({
    port,
    connections: 1,
    seconds: Number.POSITIVE_INFINITY,
    next: () => requests.next().value,
    heard: (_connection, _status, body) => {
      id = createdId(body)
    },
  })
  return id
}

/**
 * Takes the stores in turn, so that none reaches its rate limit; each edit changes the stock. Once all orders have
 * moved, each moves to its next status. There are no more requests when all are delivered.
 */
function requestsFor(stores: SeededStore[]): Record<Written, Next> {
  const orders = Array.from({ length: ORDERS }, (_, n) => n)
  const edits = [0, 1].flatMap((more) =>
    stores.map((store, i) =>
      requestOf('edit_product', store, store.product_ids[0], { stock: (i % 97) + more }),
    ),
  )
  const moves = STATUSES.flatMap((status) =>
    orders.flatMap((n) =>
      stores.map((store) => requestOf('change_order_status', store, store.order_ids[n], { status })),
    ),
  )
  return {
    create_product: inTurn(stores.map((store) => requestOf('create_product', store))),
    edit_product: inTurn(edits),
    change_order_status: onlyOnce(moves),
  }
}

async function throughput({ port }: RunningServer, next: Next): Promise<number> {
  return allSucceeded(await runLoad({ port, connections: CONNECTIONS, seconds: SECONDS, next })).perSecond
}
