import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { KnownKeys } from '../../server/limits/known-keys.ts'
import type { Engine } from '../../server/storage/engine.ts'
import { migrate } from '../../server/storage/migrate.ts'
import { SqliteEngine } from '../../server/storage/sqlite/engine.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { putApiKey } from '../../server/storage/stores/api-keys.ts'
import { insertStore } from '../../server/storage/stores/stores.ts'

describe('known keys', () => {
  const opened = new AsyncDisposableStack()
  let here: Engine
  let elsewhere: Engine
  let keys: KnownKeys
  let lookUps = 0

  before(async () => {
    const { path } = opened.use(await temporaryFolder())
    const db = opened.use(new SqliteEngine(`${path}/haat.db`))
    await migrate(db, Date.now)
    elsewhere = opened.use(new SqliteEngine(`${path}/haat.db`))
    here = {
      dialect: db.dialect,
      rows: (query, values) => db.rows(query, values),
      first(query, values) {
        if (query.sql.includes('api_keys')) lookUps++
        return db.first(query, values)
      },
      write: (query, values) => db.write(query, values),
      transaction: (work) => db.transaction(work),
      snapshot: () => db.snapshot(),
      readTogether: (read) => db.readTogether(read),
      version: () => db.version(),
      load: () => db.load(),
      migrating: (work) => db.migrating(work),
      [Symbol.asyncDispose]: async () => {},
    }
    keys = new KnownKeys(here)
  })
  after(() => opened.disposeAsync())

  beforeEach(async () => {
    await rowsOf(here, (sql) => sql.deleteFrom('stores'))
    await addStore('a', 'key of a')
    await addStore('b', 'key of b')
    lookUps = 0
  })

  test('a key is looked up once, even if other rows are written', async () => {
    assert.equal(await keys.storeOf('key of a'), 'a')
    await nextTurn()
    await rowsOf(elsewhere, (sql) => sql.updateTable('stores').set({ name: 'Another' }))
    await addStore('c', 'key of c')
    assert.equal(await keys.storeOf('key of a'), 'a')
    assert.equal(lookUps, 1)
    assert.equal(await keys.storeOf('key of c'), 'c')
  })

  test('a key that is not valid is looked up each time, so that it works as soon as it exists', async () => {
    assert.equal(await keys.storeOf('key of d'), undefined)
    await addStore('d', 'key of d')
    assert.equal(await keys.storeOf('key of d'), 'd')
  })

  test('the number of remembered keys is bounded', async () => {
    const two = new KnownKeys(here, 2)
    await addStore('c', 'key of c')
    const lookedUp = async (...stores: string[]) => {
      lookUps = 0
      for (const store of stores) assert.equal(await two.storeOf(`key of ${store}`), store)
      return lookUps
    }
    assert.equal(await lookedUp('a', 'b', 'a', 'b'), 2)
    assert.equal(await lookedUp('c', 'c'), 1)
    assert.equal(await lookedUp('a', 'c'), 1)
    assert.equal(await lookedUp('b', 'b'), 1)
  })

  for (const where of ['here', 'in another process'] as const) {
    const db = () => (where === 'here' ? here : elsewhere)

    test(`a key that was replaced ${where} is invalid at once, and the new one valid`, async () => {
      assert.equal(await keys.storeOf('key of a'), 'a')
      await nextTurn()
      await putApiKey(db(), { store_id: 'a', key_hash: 'new key', last_four: 'abcd', created_at: 0 })
      assert.equal(await keys.storeOf('key of a'), undefined)
      assert.equal(await keys.storeOf('new key'), 'a')
      assert.equal(await keys.storeOf('key of b'), 'b')
    })

    test(`the key of a store that was deleted ${where} is invalid at once`, async () => {
      assert.equal(await keys.storeOf('key of b'), 'b')
      await nextTurn()
      await rowsOf(db(), (sql) => sql.deleteFrom('stores').where('id', '=', 'b'))
      assert.equal(await keys.storeOf('key of b'), undefined)
    })
  }

  async function addStore(id: string, hash: string) {
    await insertStore(elsewhere, { id, name: id, slug: id, created_at: 0 })
    await putApiKey(elsewhere, { store_id: id, key_hash: hash, last_four: 'abcd', created_at: 0 })
  }
})

/** Waits a turn: within one turn of the event loop, all reads see the database as it was at its beginning. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
