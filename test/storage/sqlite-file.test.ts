import assert from 'node:assert/strict'
import { readFile, rename, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../harness/app/until.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { makeLog } from '../../server/log.ts'
import { migrate } from '../../server/storage/migrate.ts'
import { SqliteEngine } from '../../server/storage/sqlite/engine.ts'
import { LogCarrier } from '../../server/storage/sqlite/log-carrier.ts'
import { logStateReader } from '../../server/storage/sqlite/log-state.ts'
import { findStore, insertStore } from '../../server/storage/stores/stores.ts'

describe('SQLite', () => {
  test('carries its log over into the file when nobody writes', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'haat.db')
    await using db = new SqliteEngine(path)
    await migrate(db, Date.now)
    await insertStore(db, storeNamed('kept for good'))
    while (!(await isInFile(path, 'kept for good'))) await sleep(100)
  })

  test('goes on while its file cannot be looked at', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'haat.db')
    await using db = new SqliteEngine(path)
    await migrate(db, Date.now)
    await rename(path, join(folder.path, 'elsewhere.db'))
    await symlink(path, path)
    await insertStore(db, storeNamed('kept for good'))
    while (!(await isInFile(join(folder.path, 'elsewhere.db'), 'kept for good'))) await sleep(100)
    assert.equal((await findStore(db, storeNamed('kept for good').id))?.name, 'kept for good')
  })

  test('leaves no trace of changed or deleted values in its file, long or short', async () => {
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

  test('logs a warning when the thread that checkpoints its log fails', async () => {
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
    assert.match(lines[0]!, /No thread can checkpoint SQLite's log/)
  })

  test('carries its log over by itself where it has no thread', async () => {
    await using folder = await temporaryFolder()
    const [there, elsewhere] = [join(folder.path, 'there'), join(folder.path, 'elsewhere')]
    const gaveUp = Promise.withResolvers<void>()
    const log = makeLog('warn', { write: () => gaveUp.resolve() })
    await using db = new SqliteEngine(join(there, 'haat.db'), log)
    await db.migrating((script) => script('create table pages (content blob)'))
    await rename(there, elsewhere) // the thread will not find the file at its path
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

  test('carries its log over beside writers, long before it is long', async () => {
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

  test('lets other work run between the commits of a continuous writer', async () => {
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

  test('keeps its log short under a continuous writer', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'haat.db')
    await using db = new SqliteEngine(path)
    await db.migrating((script) => script('create table pages (content blob); insert into pages values (0)'))
    const write = (pages: number) =>
      db.write({ sql: 'update pages set content = randomblob(?)', reads: false, name: undefined }, [
        pages * 4000,
      ])
    await write(1000)
    await until(async () => (await stat(path)).size > 1000 * 4000) // the thread takes a while to start
    for (let n = 0; n < 300; n++) await write(100)
    assert.ok((await stat(`${path}-wal`)).size < 60_000_000)
  })

  describe('a long log', () => {
    /** The length in pages after which the WAL should be restarted. */
    const LONG = 2000

    test('restarts at the first commit after the thread has finished', async () => {
      await using log = await longLog()
      await log.carryOver()
      log.write(10)
      const { length } = log.state()
      await log.carrier.finish()
      assert.deepEqual(log.state(), { length, left: 0 })
      log.write(1)
      assert.ok(log.state().length < 10)
    })

    test('is not checkpointed again and again while a reader still uses it', async () => {
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

    test('that was restarted is checkpointed again once it is long again', async () => {
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

    test('does not block when the thread ends before it has finished', {
      timeout: 30_000,
    }, async () => {
      await using log = await longLog()
      await log.carryOver()
      const finished = log.carrier.finish()
      await log.carrier[Symbol.asyncDispose]()
      await finished
    })

    test('does not wait for a thread that has ended', { timeout: 30_000 }, async () => {
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
        ...{ carrier, write, state: logStateReader(db), timesCarried: () => timesCarried },
        async carryOver() {
          carried = Promise.withResolvers()
          carrier.takes({ length: LONG, left: LONG })
          await carried.promise
        },
        /** A connection with an open read transaction. */
        reader() {
          const reader = opened.use(new DatabaseSync(path))
          reader.exec('begin; select count(*) from pages')
          return reader
        },
        [Symbol.asyncDispose]: () => opened.disposeAsync(),
      }
    }
  })
})

const storeNamed = (id: string) => ({ id, slug: id, name: id, created_at: 1 })

/** Whether the database file itself, not the WAL, has the store. Searches its bytes, as it may be written meanwhile. */
const isInFile = async (path: string, id: string): Promise<boolean> => (await readFile(path)).includes(id)
