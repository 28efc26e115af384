import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSlowProxy } from '../../harness/servers/slow-proxy.ts'
import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import { PostgresEngine } from '../../server/storage/postgres/engine.ts'

const SILENT_FOR_MS = 300

/** The beginning of the message that prepares this statement. */
function prepares(name: string, sql: string): string {
  const length = 4 + name.length + 1 + sql.length + 1 + 2
  return `P\0\0\0${String.fromCharCode(length)}${name}\0${sql}`
}

const answer = (name?: string) => ({ sql: 'select 42 as answer', name, reads: true })

for (const { what, message, ask } of [
  {
    what: 'a read',
    message: prepares('haat_answer', answer().sql),
    ask: (db: PostgresEngine) => db.first(answer('haat_answer'), []),
  },
  {
    what: 'a transaction',
    message: prepares('haat_begin', 'begin'),
    ask: (db: PostgresEngine) => db.transaction((tx) => tx.first(answer(), [])),
  },
])
  test(`${what} on a connection that went silent is given up, and the next gets a new connection`, {
    skip: skipWithout.postgres,
    timeout: 30_000,
  }, async () => {
    await using database = await postgresDatabase()
    await using proxy = await startSlowProxy(database.url)
    await using db = new PostgresEngine(proxy.url, { silentForMs: SILENT_FOR_MS })
    assert.deepEqual(await db.first(answer(), []), { answer: 42 })
    proxy.hang(message)
    const late = setTimeout(proxy.resume, 10_000) // Then a query without a time limit gets an answer, and this fails.
    await assert.rejects(ask(db), (error) => db.dialect.isUnavailable(error))
    clearTimeout(late)
    proxy.hang('nothing')
    assert.deepEqual(await ask(db), { answer: 42 })
  })

test('a connection that is idle, or runs a query without a time limit, is left alone', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase()
  await using db = new PostgresEngine(database.url, {
    transactions: 1,
    reads: 1,
    silentForMs: SILENT_FOR_MS,
  })
  const pid = { sql: 'select pg_backend_pid() as pid', name: undefined, reads: true }
  const long = { sql: `select pg_sleep(${(3 * SILENT_FOR_MS) / 1000})`, name: undefined, reads: true }
  const before = await db.first(pid, [])
  await sleep(3 * SILENT_FOR_MS)
  await db.migrating((script) => script(long.sql))
  {
    await using frozen = await db.snapshot()
    await frozen.rows(long, [])
  }
  assert.deepEqual(await db.first(pid, []), before)
  await assert.rejects(
    async () => db.rows(long, []),
    (error) => db.dialect.isUnavailable(error),
  )
})
