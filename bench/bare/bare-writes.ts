import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import pg from 'pg'
import type { SeededStore, Six } from '../load/operations.ts'

/** The baseline for our writes: single-row writes of the same rows, in the same tables, with all their indexes. */
export type Written = Extract<Six, 'create_product' | 'edit_product' | 'change_order_status'>

export interface BareWriter extends AsyncDisposable {
  /** Durable writes a second. */
  run(operation: Written, seconds: number): Promise<number>
}

type Row = Record<string, unknown>

interface Write {
  sql: string
  next(): unknown[]
}

/** Divides none of our numbers of stores, so that no edit sets the stock that is there already: it would cost less. */
const STOCKS = 97

/** `product` is a row that the API made; generated columns are not written. */
function writesOf(
  { low_stock: _, fields: __, ...model }: Row,
  stores: SeededStore[],
  mark: (n: number) => string,
): Record<Written, Write> {
  let count = 0
  const next = () => ({ store: stores[count++ % stores.length]!, pass: Math.floor(count / stores.length) })
  const columns = Object.keys(model)
  const key = `where store_id = ${mark(3)} and id = ${mark(4)}`
  return {
    create_product: {
      sql: `insert into products (${columns}) values (${columns.map((_, i) => mark(i + 1))})`,
      next: () => Object.values({ ...model, store_id: next().store.store_id, id: crypto.randomUUID() }),
    },
    edit_product: {
      sql: `update products set stock = ${mark(1)}, updated_at = ${mark(2)} ${key}`,
      next() {
        const { store } = next()
        return [count % STOCKS, Date.now(), store.store_id, store.product_ids[0]]
      },
    },
    change_order_status: {
      sql: `update orders set status = ${mark(1)}, updated_at = ${mark(2)} ${key}`,
      next() {
        const { store, pass } = next()
        const { order_ids } = store
        const status = Math.floor(pass / order_ids.length) % 2 === 0 ? 'processing' : 'dispatched'
        return [status, Date.now(), store.store_id, order_ids[pass % order_ids.length]]
      },
    },
  }
}

/** Through node:sqlite, one write after the other, since it has one writer; each row has its own commit. */
export function bareSqlite(path: string, productId: string, stores: SeededStore[]): BareWriter {
  const db = new DatabaseSync(path, { timeout: 5000 })
  db.exec('pragma journal_mode = wal; pragma synchronous = full')
  const model = db.prepare('select * from products where id = ?').get(productId)!
  const writes = writesOf(model, stores, () => '?')
  return {
    async run(operation, seconds) {
      const { sql, next } = writes[operation]
      const write = db.prepare(sql)
      const written = await countFor(seconds, async () => write.run(...(next() as SQLInputValue[])).changes)
      return written / seconds
    },
    [Symbol.asyncDispose]: async () => db.close(),
  }
}

/** Through pg, with prepared statements, on as many connections as our service has clients in the comparison. */
export async function barePostgres(
  url: string,
  connections: number,
  productId: string,
  stores: SeededStore[],
): Promise<BareWriter> {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  const { rows } = await pool.query('select * from products where id = $1', [productId])
  const writes = writesOf(rows[0], stores, (n) => `$${n}`)
  return {
    async run(operation, seconds) {
      const { sql: text, next } = writes[operation]
      const write = async () => (await pool.query({ name: operation, text, values: next() })).rowCount
      const counts = await Promise.all(Array.from({ length: connections }, () => countFor(seconds, write)))
      return counts.reduce((sum, count) => sum + count, 0) / seconds
    },
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

async function countFor(seconds: number, work: () => Promise<number | bigint | null>): Promise<number> {
  const until = performance.now() + seconds * 1000
  let count = 0
  for (; performance.now() < until; count++) {
    if (Number(await work()) !== 1) throw new Error('A bare write has written nothing')
  }
  return count
}
