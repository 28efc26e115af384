import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** The tables with rows of products and orders, and their id columns: each copy gets new values there. */
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

/** This id in the `n`th copy: its last twelve digits are replaced by the number. */
export const copyOf = (id: string, n: number): string => id.slice(0, -12) + n.toString(16).padStart(12, '0')

/** The same in SQL; `hex` is an expression for the number as twelve hexadecimal digits. */
const copyIn = (column: string, hex: string) => `substr(${column}, 1, length(${column}) - 12) || ${hex}`

/** `insert … select` for one table: copies all columns, with new ids for each number n. */
function copying(table: string, columns: string[], numbers: string, hex: string): string {
  const value = (column: string) => {
    if (column === 'sequence') return '(select event_sequence from stores where id = store_id) * n + sequence'
    return COPIED[table]!.includes(column) ? copyIn(column, hex) : column
  }
  return `insert into ${table} (${columns}) select ${columns.map(value)} from ${table} cross join ${numbers}`
}

/** Adjusts the stored counters to include the copies. */
const FOLLOW = (times: number) =>
  `update stores set event_sequence = event_sequence * ${times};
   update order_sums set orders = orders * ${times}, test_orders = test_orders * ${times}, paise = paise * ${times}`

/** Multiplies the products and orders of a SQLite file. Copying within the database is quicker than seeding. */
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

/** The indexes behind no constraint. They are dropped and built again after copying: quicker than updating them. */
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
  // The role `replica` skips foreign-key checks: the referenced rows are copied too.
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
