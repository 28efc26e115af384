import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

const TABLE =
  'create table if not exists bare (id text primary key, store_id text, name text, body text, stock bigint)'
const BODY = JSON.stringify({
  description: 'Cast by hand in Moradabad.',
  colors: ['Gold', 'Antique'],
}).repeat(4)

const row = () => [crypto.randomUUID(), crypto.randomUUID(), 'Brass lamp', BODY, 12] as const

/** Durable single-row inserts a second, one after the other, as node:sqlite does them. */
export async function bareWritesSqlite(path: string, seconds: number): Promise<number> {
  const db = new DatabaseSync(path)
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; ${TABLE}`)
  const insert = db.prepare('insert into bare values (?, ?, ?, ?, ?)')
  const count = await countFor(seconds, async () => void insert.run(...row()))
  db.close()
  return count / seconds
}

/** The same through pg, on as many connections as the clients that are compared with it. */
export async function bareWritesPostgres(url: string, connections: number, seconds: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  await pool.query(TABLE)
  const insert = () =>
    pool.query({ name: 'bare', text: 'insert into bare values ($1, $2, $3, $4, $5)', values: [...row()] })
  const counts = await Promise.all(Array.from({ length: connections }, () => countFor(seconds, insert)))
  await pool.end()
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}

async function countFor(seconds: number, work: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + seconds * 1000
  let count = 0
  for (; performance.now() < until; count++) await work()
  return count
}
