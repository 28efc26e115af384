import assert from 'node:assert/strict'
import { readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { until } from '../../harness/app/until.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import { makeLog } from '../../server/log.ts'
import type { Queries } from '../../server/storage/engine.ts'
import { migrate } from '../../server/storage/migrate.ts'
import { PostgresEngine } from '../../server/storage/postgres/engine.ts'
import { SqliteEngine } from '../../server/storage/sqlite/engine.ts'
import { LogCarrier } from '../../server/storage/sqlite/log-carrier.ts'
import { logLook } from '../../server/storage/sqlite/log-state.ts'
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

  test('reads together as of one moment, that of the call, and holds on to it no longer', async () => {
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
    const together = db.lookOnce(() => {
      const first = count()
      add()
      return [first, count()]
    })
    assert.deepEqual({ before, together, behind: count() }, { before: 0, together: [1, 1], behind: 2 })
  })

  test('who was refused by what another one wrote is told that it was not kept, where it was not', async () => {
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

  test('carries its log over into the file when nobody writes', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'haat.db')
    await using db = new SqliteEngine(path)
    await migrate(db, Date.now)
    await insertStore(db, storeNamed('kept for good'))
    while (!(await isInFile(path, 'kept for good'))) await sleep(100)
  })

  test('leaves nothing in its file of what was changed or deleted, long or short', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'haat.db')
    const run = async (sql: string) => {
      await using db = new SqliteEngine(path)
      await db.migrating((script) => script(sql))
    }
    const left = () => Promise.all(['a neighbour', 'a customer', 'much'].map((text) => isInFile(path, text)))
    const long = 'much is said '.repeat(1000)
    await run(`create table things (name text);
      insert into things values ('a neighbour'), ('a customer'), ('${long}')`)
    assert.deepEqual(await left(), [true, true, true])
    await run(`update things set name = 'nobody' where name = 'a customer';
      delete from things where name = '${long}'`)
    assert.deepEqual(await left(), [true, false, false])
  })

  test('says in the log that its own log has no thread', async () => {
    await using folder = await temporaryFolder()
    const lines: string[] = []
    const log = makeLog('warn', { write: (line: string) => void lines.push(line) })
    const gaveUp = Promise.withResolvers<void>()
    const told = { carried() {}, gaveUp: gaveUp.resolve }
    await using carrier = new LogCarrier(join(folder.path, 'nowhere', 'haat.db'), told, log)
    const long = { length: 1000, left: 1000 }
    assert.equal(carrier.takes(long), true)
    await gaveUp.promise
    assert.equal(carrier.takes(long), false)
    assert.match(lines[0]!, /There is no thread to carry SQLite's log over/)
  })

  test('carries its log over by itself where it has no thread', async () => {
    await using folder = await temporaryFolder()
    const [there, elsewhere] = [join(folder.path, 'there'), join(folder.path, 'elsewhere')]
    const gaveUp = Promise.withResolvers<void>()
    const log = makeLog('warn', { write: () => gaveUp.resolve() })
    await using db = new SqliteEngine(join(there, 'haat.db'), log)
    await db.migrating((script) => script('create table pages (content blob)'))
    await rename(there, elsewhere) // Where the thread will look for the file there is none.
    const thousandPages = {
      sql: 'insert into pages values (zeroblob(4000000))',
      reads: false,
      name: undefined,
    }
    await db.write(thousandPages, [])
    await gaveUp.promise
    for (let n = 0; n < 12; n++) await db.write(thousandPages, [])
    assert.ok((await stat(join(elsewhere, 'haat.db-wal'))).size < 30_000_000)
  })

  test('carries its log over beside those who write, long before it is long', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'haat.db')
    await using db = new SqliteEngine(path)
    await migrate(db, Date.now)
    for (let round = 0; !(await isInFile(path, 'carried 0 0')); round++) {
      const ids = Array.from({ length: 64 }, (_, i) => `carried ${round} ${i}`)
      await Promise.all(ids.map((id) => insertStore(db, storeNamed(id))))
      await sleep(10)
    }
    assert.ok((await stat(`${path}-wal`)).size < 12_000_000)
  })

  test('lets others in between two commits of somebody who writes without a pause', async () => {
    await using folder = await temporaryFolder()
    await using db = new SqliteEngine(join(folder.path, 'haat.db'))
    await db.migrating((script) => script('create table numbers (n integer)'))
    let turns = 0
    const count = () => {
      turns++
      counted = setImmediate(count)
    }
    let counted = setImmediate(count)
    for (let n = 1; n <= 50; n++) {
      await db.write({ sql: 'insert into numbers values (?)', reads: false, name: undefined }, [n])
    }
    clearImmediate(counted)
    assert.ok(turns >= 49, `${turns} turns`)
  })

  test('keeps its log short however long somebody writes without a pause', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'haat.db')
    await using db = new SqliteEngine(path)
    await db.migrating((script) => script('create table pages (content blob); insert into pages values (0)'))
    const write = (pages: number) =>
      db.write({ sql: 'update pages set content = randomblob(?)', reads: false, name: undefined }, [
        pages * 4000,
      ])
    await write(1000)
    await until(async () => (await stat(path)).size > 1000 * 4000) // the thread takes a while to begin
    for (let n = 0; n < 300; n++) await write(100)
    assert.ok((await stat(`${path}-wal`)).size < 60_000_000)
  })

  describe('a long log', () => {
    /** As long as a log may become before it is to begin anew, in pages. */
    const LONG = 2000

    test('begins anew at the first commit after the thread has finished', async () => {
      await using log = await longLog()
      await log.carryOver()
      log.write(10)
      const { length } = log.state()
      await log.carrier.finish()
      assert.deepEqual(log.state(), { length, left: 0 })
      log.write(1)
      assert.ok(log.state().length < 10)
    })

    test('keeps nobody waiting for it again and again while somebody still reads it', async () => {
      await using log = await longLog()
      using reader = log.reader()
      await log.carryOver()
      await log.carrier.finish()
      log.write(1)
      assert.ok(log.state().length > LONG)
      await log.carryOver()
      const before = log.timesCarried()
      await log.carrier.finish()
      assert.equal(log.timesCarried(), before)
      reader.exec('commit')
    })

    test('that has begun anew is finished again once it is long again', async () => {
      await using log = await longLog()
      await log.carryOver()
      await log.carrier.finish()
      log.write(1)
      await log.carryOver()
      log.write(LONG + 100)
      await log.carryOver()
      const before = log.timesCarried()
      await log.carrier.finish()
      assert.equal(log.timesCarried(), before + 1)
    })

    test('keeps nobody waiting when the thread ends before it has finished', {
      timeout: 30_000,
    }, async () => {
      await using log = await longLog()
      await log.carryOver()
      const finished = log.carrier.finish()
      await log.carrier[Symbol.asyncDispose]()
      await finished
    })

    test('keeps nobody waiting for a thread that has ended', { timeout: 30_000 }, async () => {
      await using log = await longLog()
      await log.carryOver()
      await log.carrier[Symbol.asyncDispose]()
      await log.carrier.finish()
    })

    async function longLog() {
      const opened = new AsyncDisposableStack()
      const folder = opened.use(await temporaryFolder())
      const path = join(folder.path, 'haat.db')
      const db = opened.use(new DatabaseSync(path))
      db.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table pages (content blob)')
      const write = (pages: number) => db.exec(`insert into pages values (zeroblob(4000 * ${pages}))`)
      write(LONG + 100)
      let carried = Promise.withResolvers<void>()
      let timesCarried = 0
      const carrier = opened.use(
        new LogCarrier(path, {
          carried() {
            timesCarried++
            carried.resolve()
          },
          gaveUp: assert.fail,
        }),
      )
      return {
        ...{ carrier, write, state: logLook(db), timesCarried: () => timesCarried },
        async carryOver() {
          carried = Promise.withResolvers()
          carrier.takes({ length: LONG, left: LONG })
          await carried.promise
        },
        /** One that has begun to read. */
        reader() {
          const reader = opened.use(new DatabaseSync(path))
          reader.exec('begin; select count(*) from pages')
          return reader
        },
        [Symbol.asyncDispose]: () => opened.disposeAsync(),
      }
    }
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

/** Whether the file has the store, whatever is still in the log. Its bytes are looked at: it may be written meanwhile. */
const isInFile = async (path: string, id: string): Promise<boolean> => (await readFile(path)).includes(id)

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

  test('of queries that travel together the one that failed is told, not those behind it', async () => {
    await using db = openEngine()
    await insertStore(db, { id: 'same', slug: 'same', name: 'same', created_at: 0 })
    const deep = async <T>(work: () => Promise<T>, depth = 9): Promise<T> =>
      depth === 0 ? work() : deep(work, depth - 1)
    const together = db.transaction(async (tx) => {
      // Both answers are there by the time that this process looks.
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200))
      await Promise.all([
        deep(() => insertStore(tx, { id: 'same', slug: 'again', name: 'again', created_at: 0 })),
        insertStore(tx, { id: 'behind', slug: 'behind', name: 'behind', created_at: 0 }),
      ])
    })
    await assert.rejects(together, (error) => db.dialect.isDuplicate(error))
  })

  test('a statement that was not tried because one before it failed is tried the next time', async () => {
    await using db = new PostgresEngine(url, 1)
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

  test('texts that look like parts of a list are looked up together as they are', async () => {
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

  test('who said to ask once is not let ask again, as all is kept by then', async () => {
    await using db = openEngine()
    const twice = async (tx: Queries) => {
      await findStore(tx, 'any')
      await findStore(tx, 'any')
    }
    await assert.rejects(db.transaction(twice, { asksOnce: true }), /asked once and is over/)
  })

  test('who waits for a row that somebody holds waits alone, and writes in the end', async () => {
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
    /** Resolves with who won. Who began to wait first loses, unless the machine holds the other up for a second. */
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

  test('who loses five times may still win; who loses too often is told that there is too much to do', async () => {
    await using db = openEngine()
    const lost = Object.assign(new Error('deadlock detected'), { code: '40P01' })
    let losses = 5
    await db.transaction(async () => {
      if (losses-- > 0) throw lost
    })
    assert.equal(db.dialect.isBusy(lost), true)
  })
})
