import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** What belongs to a product or an order, with the columns that hold ids; in each copy every id is another one. */
const COPIED: Record<string, readonly string[]> = {
  products: ['id'],
  shelf: ['product_id'],
  checkouts: ['id', 'product_id'],
  orders: ['id', 'token', 'checkout_id', 'product_id'],
  order_history: ['id', 'order_id'],
  order_words: ['order_id'],
  payments: ['id', 'checkout_id', 'order_id', 'reference'],
  mails: ['order_id'],
  events: ['id', 'sequence'],
}

/** The id that the `n`th copy has in place of this one. */
export function copyOf(id: string, n: number): string {
  const hex = hash('md5', `${id}${n}`)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** `insert … select` for one table: all its columns, the ids made anew for each number n. */
function copying(table: string, columns: string[], numbers: string): string {
  const value = (column: string) => {
    if (column === 'sequence') return '(select event_sequence from stores where id = store_id) * n + sequence'
    return COPIED[table]!.includes(column) ? `copy_of(${column}, n)` : column
  }
  return `insert into ${table} (${columns}) select ${columns.map(value)} from ${table}, ${numbers}`
}

/** What counts the rows must count the copies too. */
const FOLLOW = (times: number) =>
  `update stores set event_sequence = event_sequence * ${times};
   update order_sums set orders = orders * ${times}, paise = paise * ${times}`

/** Makes every product and order of a SQLite file this many times as many, within the database: quicker than seeding. */
export function multiplySqlite(path: string, times: number) {
  using db = new DatabaseSync(path)
  db.function('copy_of', { deterministic: true }, (id, n) => copyOf(String(id), Number(n)))
  db.exec('pragma synchronous = off; pragma cache_size = -1000000; begin')
  const numbers = `(with recursive more (n) as (select 1 union all select n + 1 from more where n < ${times - 1}) select n from more)`
  for (const table of times > 1 ? Object.keys(COPIED) : []) {
    const columns = db.prepare(`select name from pragma_table_info('${table}')`).all()
    db.exec(
      copying(
        table,
        columns.map(({ name }) => String(name)),
        numbers,
      ),
    )
  }
  db.exec(`${FOLLOW(times)}; commit; pragma wal_checkpoint(truncate); analyze`)
}

export async function multiplyPostgres(connectionString: string, times: number) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(
    `create function pg_temp.copy_of(id text, n int) returns text immutable language sql as $$select md5(id || n)::uuid::text$$`,
  )
  await client.query('set synchronous_commit = off; set session_replication_role = replica')
  for (const table of times > 1 ? Object.keys(COPIED) : []) {
    const { fields } = await client.query(`select * from ${table} limit 0`)
    const names = fields.map(({ name }) => name)
    const numbers = `generate_series(1, ${times - 1}) n`
    await client.query(copying(table, names, numbers).replaceAll('copy_of(', 'pg_temp.copy_of('))
  }
  await client.query(FOLLOW(times))
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}
