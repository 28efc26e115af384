import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { until } from '../../harness/app/until.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import type { Queries } from '../../server/storage/engine.ts'
import { migrate } from '../../server/storage/migrate.ts'
import { PostgresEngine } from '../../server/storage/postgres/engine.ts'
import { SqliteEngine } from '../../server/storage/sqlite/engine.ts'
import { rowsOf, statement } from '../../server/storage/statement.ts'
import { findStore, insertStore } from '../../server/storage/stores/stores.ts'
import { engineSuite, type OpenEngine, writeStore } from './engine.suite.ts'

describe('SQLite', () => {
  const opened = new AsyncDisposableStack()
  let openEngine: OpenEngine
  before(async () => {
    const folder = opened.use(await temporaryFolder())
    openEngine = () => new SqliteEngine(join(folder.path, 'haat.db'))
  })
  after(() => opened.disposeAsync())
  engineSuite(() => openEngine)

  test('a transaction inside a transaction fails at once instead of hanging', async () => {
    await using db = openEngine()
    const nested = db.transaction(() => db.transaction(async () => 1))
    await assert.rejects(nested, /A transaction is open already/)
  })

  test('a grouped look reads one snapshot, taken at the call and released after it', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'haat.db')
    await using db = new SqliteEngine(path)
    await db.migrating((script) => script('create table things (name text)'))
    using elsewhere = new DatabaseSync(path)
    const add = () => elsewhere.exec(`insert into things values ('one more')`)
    const query = { sql: 'select count(*) as things from things', reads: true, name: undefined }
    const count = () => (db.first(query, []) as { things: number }).things
    const before = count()
    add()
    const together = db.readTogether(() => {
      const first = count()
      add()
      return [first, count()]
    })
    assert.deepEqual({ before, together, behind: count() }, { before: 0, together: [1, 1], behind: 2 })
  })

  test('a transaction refused over a write that is then rolled back fails with the rollback’s error', async () => {
    await using folder = await temporaryFolder()
    await using db = new SqliteEngine(join(folder.path, 'haat.db'))
    const make =
      'create table parents (id integer primary key); create table children (parent references parents)'
    await db.migrating((script) => script(make))
    const write = (tx: Queries, sql: string) => tx.write({ sql, reads: false, name: undefined }, [])
    await db.write({ sql: 'insert into parents values (1)', reads: false, name: undefined }, [])
    const outcomes = await Promise.allSettled([
      db.transaction(async (tx) => {
        await write(tx, 'pragma defer_foreign_keys = on')
        await write(tx, 'delete from parents')
        await write(tx, 'insert into children values (1)')
      }),
      db.transaction(async (tx) => {
        const query = { sql: 'select id from parents', reads: true, name: undefined }
        if (!(await tx.first(query, []))) throw new Error('Not found')
      }),
    ])
    for (const outcome of outcomes)
      assert.match(String(outcome.status === 'rejected' && outcome.reason), /FOREIGN KEY constraint failed/)
  })

  test('syncs every commit to the disk, so that a loss of power loses nothing that was answered', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'haat.db')
    await using db = new SqliteEngine(path)
    await migrate(db, Date.now)
    const setting = async (name: string) => {
      const query = { sql: `pragma ${name}`, reads: false, brief: false, name: undefined }
      const [row] = await db.transaction((tx) => tx.rows(query, []))
      return Object.values(row as object)[0]
    }
    const FULL = 2
    assert.equal(await setting('synchronous'), FULL)
    assert.equal(await setting('foreign_keys'), 1)
    using beside = new DatabaseSync(path)
    assert.deepEqual({ ...beside.prepare('pragma journal_mode').get() }, { journal_mode: 'wal' })
  })
})

const WAITERS = {
  sql: `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  reads: true,
  name: undefined,
}

const storeNamed = (id: string) => ({ id, slug: id, name: id, created_at: 1 })

describe('PostgreSQL', { skip: skipWithout.postgres }, () => {
  const opened = new AsyncDisposableStack()
  let url: string
  let openEngine: OpenEngine
  before(async () => {
    url = opened.use(await postgresDatabase()).url
    openEngine = () => new PostgresEngine(url)
  })
  after(() => opened.disposeAsync())
  engineSuite(() => openEngine)

  test('of pipelined queries the error of the one that failed is reported', async () => {
    await using db = openEngine()
    await insertStore(db, { id: 'same', slug: 'same', name: 'same', created_at: 0 })
    const deep = async <T>(work: () => Promise<T>, depth = 9): Promise<T> =>
      depth === 0 ? work() : deep(work, depth - 1)
    const together = db.transaction(async (tx) => {
      // Blocks the process until both answers have arrived.
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200))
      await Promise.all([
        deep(() => insertStore(tx, { id: 'same', slug: 'again', name: 'again', created_at: 0 })),
        insertStore(tx, { id: 'behind', slug: 'behind', name: 'behind', created_at: 0 }),
      ])
    })
    await assert.rejects(together, (error) => db.dialect.isDuplicate(error))
  })

  test('a statement that was not tried because one before it failed is tried the next time', async () => {
    await using db = new PostgresEngine(url, { transactions: 1 })
    await writeStore(db, 'taken')
    const untried = statement((sql, p: { name: string }) => sql.updateTable('stores').set({ name: p.name }))
    const work = (id: string) => async (tx: Queries) => {
      await writeStore(tx, id)
      await untried.run(tx, { name: id })
    }
    await assert.rejects(db.transaction(work('taken')), (error) => db.dialect.isDuplicate(error))
    await db.transaction(work('free'))
    assert.equal((await findStore(db, 'taken'))?.name, 'free')
  })

  test('batched lookups find texts that contain list syntax', async () => {
    await using db = openEngine()
    const names = ['a,b', '{}', 'null', '', '"\\', "it's", ' x ']
    const byName = statement(
      (sql, p: { name: string }) => sql.selectFrom('stores').select('name').where('name', '=', p.name),
      { together: true },
    )
    for (const name of names) await insertStore(db, { ...storeNamed(`list ${name}`), name })
    const found = await Promise.all(names.map((name) => byName.first(db, { name })))
    assert.deepEqual(
      found.map((row) => row?.name),
      names,
    )
  })

  test('a transaction with asksOnce refuses a second query, as it has committed by then', async () => {
    await using db = openEngine()
    const twice = async (tx: Queries) => {
      await findStore(tx, 'any')
      await findStore(tx, 'any')
    }
    await assert.rejects(db.transaction(twice, { asksOnce: true }), /asked once and is over/)
  })

  test('a write that waits for a locked row delays no other, and completes in the end', async () => {
    await using db = openEngine()
    await writeStore(db, 'held')
    const rename = statement((sql, p: { id: string; name: string }) =>
      sql.updateTable('stores').set({ name: p.name }).where('id', '=', p.id),
    )
    let waiting: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await rename.run(tx, { id: 'held', name: 'by the holder' })
      await findStore(tx, 'held')
      waiting = db.transaction((other) => rename.run(other, { id: 'held', name: 'in the end' }))
      await db.transaction((other) => writeStore(other, 'unheld'))
    })
    await waiting
    assert.equal((await findStore(db, 'held'))?.name, 'in the end')
  })

  test('the loser of a deadlock is run again, and both succeed', async () => {
    await using db = openEngine()
    for (const id of ['left', 'right']) await insertStore(db, { id, slug: id, name: id, created_at: 0 })
    const { promise: bothHold, resolve } = Promise.withResolvers<void>()
    let holding = 0
    let runs = 0
    const rename = (first: string, second: string) =>
      db.transaction(async (tx) => {
        runs++
        const set = (id: string) =>
          rowsOf(tx, (sql) =>
            sql
              .updateTable('stores')
              .set({ name: `${first} first` })
              .where('id', '=', id),
          )
        await set(first)
        if (++holding === 2) resolve()
        await bothHold
        await set(second)
      })
    await Promise.all([rename('left', 'right'), rename('right', 'left')])
    assert.ok(runs >= 3)
  })

  test('a statement of its own that loses a deadlock is run again', async () => {
    await using db = openEngine()
    for (const id of ['circle-1', 'circle-2']) await writeStore(db, id)
    const other = new pg.Client(url)
    await other.connect()
    /** Resolves with a deadlock's winner. The first to wait loses, unless the machine delays the other for a second. */
    const meet = async () => {
      await other.query(`begin; update stores set name = 'other' where id = 'circle-2'`)
      const both = rowsOf(db, (sql) =>
        sql.updateTable('stores').set({ name: 'both' }).where('id', 'like', 'circle-%'),
      )
      await until(async () => (await db.rows(WAITERS, [])).length > 0)
      const outcome = await other
        .query(`update stores set name = 'other' where id = 'circle-1'; commit`)
        .then(() => 'other')
        .catch(({ code }) => code)
      await other.query('rollback')
      await both
      return outcome
    }
    try {
      while ((await meet()) !== 'other');
    } finally {
      await other.end()
    }
    assert.equal((await findStore(db, 'circle-1'))?.name, 'both')
  })

  test('a transaction that loses five deadlocks may still commit; one that loses more counts as busy', async () => {
    await using db = openEngine()
    const lost = Object.assign(new Error('deadlock detected'), { code: '40P01' })
    let losses = 5
    await db.transaction(async () => {
      if (losses-- > 0) throw lost
    })
    assert.equal(db.dialect.isBusy(lost), true)
  })
})
