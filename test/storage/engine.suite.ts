import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Engine, Queries } from '../../server/storage/engine.ts'
import { migrate, pendingMigrations } from '../../server/storage/migrate.ts'
import { literal, pick, rowsOf, type Sql, statement, statementPer } from '../../server/storage/statement.ts'
import { findStore, insertStore } from '../../server/storage/stores/stores.ts'
import { bytesInUse } from '../help/garbage.ts'

/** Opens one more engine on the suite's database, as another process would. */
export type OpenEngine = () => Engine

const AT = Date.UTC(2026, 0, 15)
const aStore = (id: string) => ({ id, slug: `slug-${id}`, name: `Store ${id}`, created_at: AT })

const write = statement((sql, p: ReturnType<typeof aStore>) =>
  sql.insertInto('stores').values({
    ...pick(p, ['id', 'slug', 'name', 'created_at']),
    event_sequence: 0,
    contact_phone: '',
    shipping_default_paise: 0,
    sender_name: '',
  }),
)

/** Writes a store as a statement without a result. */
export const writeStore = (db: Queries, id: string) => write.run(db, aStore(id))

const noTable = (sql: Sql) => sql.selectFrom('no_such_table' as 'stores').select('id')
const failing = statement(noTable)

/** The tests that every engine must pass. */
export function engineSuite(open: () => OpenEngine) {
  const opened = new AsyncDisposableStack()
  let db: Engine
  let other: Engine
  before(async () => {
    db = opened.use(open()())
    other = opened.use(open()())
  })
  after(() => opened.disposeAsync())

  const names = async (engine: Queries, prefix: string) =>
    (
      await rowsOf(engine, (sql) =>
        sql.selectFrom('stores').select('id').where('id', 'like', `${prefix}%`).orderBy('id'),
      )
    ).map(({ id }) => id)

  describe('migrations', () => {
    test('are applied once, however many start at the same moment', async () => {
      const applied = await Promise.all([db, other, db, other].map((engine) => migrate(engine, () => AT)))
      assert.equal(applied.filter((list) => list.length > 0).length, 1)
      assert.deepEqual(await pendingMigrations(db), [])
      assert.deepEqual(await migrate(other, () => AT), [])
    })

    test('that cannot be looked up do not count as missing', async () => {
      const run = (sql: string) => db.migrating((script) => script(sql))
      await run(`alter table migrations rename to known;
        create view migrations as select name from known where name like 'a' escape 'two'`)
      await assert.rejects(pendingMigrations(other), /escape/i)
      await run('drop view migrations; alter table known rename to migrations')
      assert.deepEqual(await pendingMigrations(other), [])
    })
  })

  test('reads that fail side by side reject, so that one handler catches them all', async () => {
    const sideBySide = (queries: Queries) =>
      Promise.all([
        names(queries, 'a'),
        rowsOf(queries, noTable),
        failing.first(queries, {}),
        failing.all(queries, {}),
      ])
    await assert.rejects(async () => sideBySide(db), /no_such_table/)
    await assert.rejects(db.transaction(sideBySide), /no_such_table/)
  })

  describe('a transaction', () => {
    test('that fails leaves nothing behind', async () => {
      const failing = db.transaction(async (tx) => {
        await insertStore(tx, aStore('half'))
        throw new Error('after the first half')
      })
      await assert.rejects(failing, /after the first half/)
      assert.deepEqual(await names(db, 'half'), [])
    })

    test('that fails among many does not affect the others', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, i) =>
          db.transaction(async (tx) => {
            await insertStore(tx, aStore(`many-${String(i).padStart(2, '0')}`))
            if (i % 3 === 0) throw new Error('one of three')
          }),
        ),
      )
      const kept = outcomes.flatMap(({ status }, i) =>
        status === 'fulfilled' ? [`many-${String(i).padStart(2, '0')}`] : [],
      )
      assert.equal(kept.length, 13)
      assert.deepEqual(await names(db, 'many'), kept)
    })

    test('that broke a rule of the database fails whole, and is known as a duplicate', async () => {
      await insertStore(db, aStore('twice'))
      const again = db.transaction(async (tx) => {
        await insertStore(tx, aStore('beside'))
        await insertStore(tx, { ...aStore('twice'), slug: 'another' })
      })
      await assert.rejects(again, (error) => db.dialect.isDuplicate(error))
      assert.deepEqual(await names(db, 'beside'), [])
    })

    test('is seen by all engines as soon as it is answered', async () => {
      for (let i = 0; i < 20; i++) {
        await db.transaction((tx) => insertStore(tx, aStore(`seen-${i}`)))
        assert.ok(await findStore(other, `seen-${i}`))
        assert.ok(await findStore(db, `seen-${i}`))
      }
    })

    test('sees its own writes, which others see only after its end', async () => {
      await db.transaction(async (tx) => {
        await insertStore(tx, aStore('inside'))
        assert.ok(await findStore(tx, 'inside'))
        assert.equal(await findStore(other, 'inside'), undefined)
      })
      // Reads within one turn of the event loop may share a snapshot. Requests are never read in the same turn.
      await new Promise((resolve) => setImmediate(resolve))
      assert.ok(await findStore(other, 'inside'))
    })

    test('reads in order what it wrote before, however much that is', async () => {
      const ids = Array.from({ length: 250 }, (_, i) => `ordered-${String(i).padStart(3, '0')}`)
      const seen = await db.transaction(async (tx) => {
        await Promise.all(ids.map((id) => writeStore(tx, id)))
        return names(tx, 'ordered')
      })
      assert.deepEqual(seen, ids)
      assert.deepEqual(await names(other, 'ordered'), ids)
    })

    test('that only writes is refused alone, whatever others wrote at the same moment', async () => {
      const ids = ['both-1', 'both-2', 'both-1', 'both-3']
      const outcomes = await Promise.allSettled(
        ids.map((id) =>
          db.transaction(async (tx) => {
            await writeStore(tx, id)
            await writeStore(tx, `beside-${id}`)
          }),
        ),
      )
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      assert.equal(refused.length, 1)
      assert.ok(db.dialect.isDuplicate(refused[0]))
      assert.deepEqual(await names(db, 'both'), ['both-1', 'both-2', 'both-3'])
    })

    test('that queries once is committed, with its answer', async () => {
      const work = (tx: Queries) => names(tx, 'once')
      assert.deepEqual(await db.transaction(work, { asksOnce: true }), [])
      const once = (tx: Queries) => writeStore(tx, 'once')
      await db.transaction(once, { asksOnce: true })
      await assert.rejects(db.transaction(once, { asksOnce: true }), (error) => db.dialect.isDuplicate(error))
      assert.deepEqual(await db.transaction(work, { asksOnce: true }), ['once'])
    })

    test('returns what its work returned', async () => {
      assert.equal(await db.transaction(async () => 42), 42)
    })
  })

  test('a statement of its own, outside any transaction, is written and read', async () => {
    await insertStore(db, aStore('alone'))
    assert.equal((await findStore(db, 'alone'))?.name, 'Store alone')
    assert.equal(await findStore(db, 'nobody'), undefined)
  })

  test('an engine that is closed answers first what it has begun', async () => {
    const closing = open()()
    const begun = closing.transaction(async (tx) => {
      await insertStore(tx, aStore('closing'))
      await findStore(tx, 'closing')
    })
    await closing[Symbol.asyncDispose]()
    await begun
    assert.deepEqual(await names(other, 'closing'), ['closing'])
  })

  test('a write to an engine that is closed is refused', async () => {
    const db = open()()
    await db[Symbol.asyncDispose]()
    await assert.rejects(
      db.transaction((tx) => tx.rows({ sql: 'select 1', reads: true, name: undefined }, [])),
    )
  })

  test('a write issued in the turn in which a transaction is refused is never applied', async () => {
    const refused = async () => {
      throw new Error('Refused')
    }
    await assert.rejects(
      db.transaction((tx) => Promise.all([insertStore(tx, aStore('turn-1')), findStore(tx, 'x'), refused()])),
      /Refused/,
    )
    const begun = db.transaction(async (tx) => {
      await findStore(tx, 'x')
      await Promise.all([insertStore(tx, aStore('turn-2')), findStore(tx, 'x'), refused()])
    })
    await assert.rejects(begun, /Refused/)
    await Promise.all(Array.from({ length: 20 }, (_, i) => insertStore(db, aStore(`next-${i}`))))
    assert.deepEqual(await names(other, 'turn-'), [])
  })

  test('a write issued after its transaction failed is refused', async () => {
    const rolledBack = Promise.withResolvers<void>()
    let late: Promise<unknown> | undefined
    const failing = db.transaction(async (tx) => {
      late = rolledBack.promise.then(() => insertStore(tx, aStore('late')))
      throw new Error('failed first')
    })
    await assert.rejects(failing, /failed first/)
    rolledBack.resolve()
    await assert.rejects(late!, /The transaction has ended/)
    assert.deepEqual(await names(db, 'late'), [])
  })

  test('ten thousand answers leave nothing behind in memory', async () => {
    const ask = async (times: number) => {
      for (let n = 0; n < times; n += 500) {
        await Promise.all(Array.from({ length: 500 }, () => findStore(db, 'nobody')))
      }
      return bytesInUse()
    }
    const [first, second, third] = [await ask(5000), await ask(5000), await ask(5000)]
    // Code compiled in the first rounds stays, once. A leak per query would grow with every round.
    const grown = Math.min(second - first, third - second)
    assert.ok(grown < 500_000, `${grown} bytes`)
  })

  test('a foreign key violation is refused, and does not count as a duplicate', async () => {
    const orphan = rowsOf(db, (sql) =>
      sql.insertInto('categories').values({ store_id: 'nobody', id: 'c', name: 'C', created_at: AT }),
    )
    await assert.rejects(
      orphan,
      (error) => !db.dialect.isDuplicate(error) && !db.dialect.isUnavailable(error),
    )
  })

  test('a statement that has ever new shapes answers for each, and keeps only the first two hundred', async () => {
    await insertStore(db, aStore('shapes'))
    const names = new Set<string | undefined>()
    const watched: Queries = {
      dialect: db.dialect,
      rows: (query, values) => {
        names.add(query.name)
        return db.rows(query, values)
      },
      first: (query, values) => {
        names.add(query.name)
        return db.first(query, values)
      },
      write: db.write,
    }
    const shaped = statementPer(
      (shape: number) => (sql, p: { id: string }) =>
        sql
          .selectFrom('stores')
          .select(['name', literal(shape).as('shape')])
          .where('id', '=', p.id),
    )
    for (let shape = 0; shape < 250; shape++) {
      const row = await shaped(shape).first(watched, { id: 'shapes' })
      assert.deepEqual({ ...row }, { name: 'Store shapes', shape })
    }
    assert.equal(names.size, 200 + 1)
    assert.ok(names.has(undefined))
  })

  describe('values', () => {
    async function roundTrip(store: ReturnType<typeof aStore>) {
      await insertStore(db, store)
      return findStore(db, store.id)
    }

    test('of text come back exactly: quotes, emoji, backslashes, combining marks', async () => {
      const texts = [
        'O\'Hara "x" \\ %_',
        '👩‍👩‍👧 नमस्ते e\u0301',
        '\u0001\u007f\r\n\t',
        "'; drop table stores; --",
      ]
      for (const [i, name] of texts.entries()) {
        const row = await roundTrip({ ...aStore(`text-${i}`), name })
        assert.equal(row?.name, name)
      }
    })

    test('of time and money are whole numbers up to 2^53 - 1', async () => {
      for (const [i, at] of [0, AT, 999_999_999_999, Number.MAX_SAFE_INTEGER].entries()) {
        const row = await roundTrip({ ...aStore(`number-${i}`), created_at: at })
        assert.equal(row?.created_at, at)
      }
    })
  })
}
