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

/** The id that the `n`th copy has in place of this one: the number stands at its end. */
export const copyOf = (id: string, n: number): string => id.slice(0, -12) + n.toString(16).padStart(12, '0')

/** The same in SQL, by an expression for the number as twelve hexadecimal digits. */
const copyIn = (column: string, hex: string) => `substr(${column}, 1, length(${column}) - 12) || ${hex}`

/** `insert … select` for one table: all its columns, the ids made anew for each number n. */
function copying(table: string, columns: string[], numbers: string, hex: string): string {
  const value = (column: string) => {
    if (column === 'sequence') return '(select event_sequence from stores where id = store_id) * n + sequence'
    return COPIED[table]!.includes(column) ? copyIn(column, hex) : column
  }
  return `insert into ${table} (${columns}) select ${columns.map(value)} from ${table} cross join ${numbers}`
}

/** What counts the rows must count the copies too. */
const FOLLOW = (times: number) =>
  `update stores set event_sequence = event_sequence * ${times};
   update order_sums set orders = orders * ${times}, test_orders = test_orders * ${times}, paise = paise * ${times}`

/** Makes every product and order of a SQLite file this many times as many, within the database: quicker than seeding. */
export function multiplySqlite(path: string, times: number) {
  using db = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000; begin')
  const numbers = `(with recursive more (n) as (select 1 union all select n + 1 from more where n < ${times - 1}) select n from more)`
  for (const table of times > 1 ? Object.keys(COPIED) : []) {
    const columns = db.prepare(`select name from pragma_table_info('${table}')`).all()
    const names = columns.map(({ name }) => String(name))
    db.exec(copying(table, names, numbers, `printf('%012x', n)`))
  }
  db.exec(`${FOLLOW(times)}; commit; pragma journal_mode = wal`)
}

/** Those that no constraint needs: made anew after the copying, which is quicker than keeping them up. */
const SEARCH_INDEXES = `
  select indexname as name, indexdef as made from pg_indexes
  where schemaname = 'public' and tablename = any ($1)
    and indexname not in (select conname from pg_constraint where contype in ('p', 'u'))`

const WRITTEN_COLUMNS = `
  select column_name as name from information_schema.columns
  where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`

export async function multiplyPostgres(connectionString: string, times: number) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  // As replicas do: the keys between tables are copied with the rows, and need not be looked up for each.
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '1GB'")
  const { rows: indexes } = await client.query(SEARCH_INDEXES, [Object.keys(COPIED)])
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const table of times > 1 ? Object.keys(COPIED) : []) {
    const { rows: columns } = await client.query(WRITTEN_COLUMNS, [table])
    const names = columns.map(({ name }) => name)
    await client.query(
      copying(table, names, `generate_series(1, ${times - 1}) n`, `lpad(to_hex(n), 12, '0')`),
    )
  }
  for (const { made } of indexes) await client.query(made)
  await client.query(FOLLOW(times))
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}
