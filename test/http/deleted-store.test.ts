import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { aProduct, newSeller, startTestApp, type TestApp } from '../../harness/app/app.ts'
import { WITHOUT_WORKERS } from '../../harness/app/on-each-engine.ts'
import { until } from '../../harness/app/until.ts'
import { migrated } from '../../harness/services/engines.ts'
import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import { newOwner } from '../../harness/shops/dashboard.ts'
import { pictureOf } from '../../harness/shops/pictures.ts'
import { deleteStore } from '../../server/actions/stores/delete-store.ts'
import { deleteSomeOfStore, markStoreDeleted } from '../../server/storage/stores/store-deletion.ts'
import { findStore } from '../../server/storage/stores/stores.ts'
import { doPieces } from '../../server/workers/long-work.ts'
import { lockWaits } from '../help/lock-waits.ts'

const CUT_WHO_WAITS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

test('a request gets 503 if its store is deleted and the database fails while its key is looked up again', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase(migrated)
  await using app = await startTestApp({ DATABASE_URL: database.url, HAAT_ROLE: 'web' })
  const keys = new pg.Client({ connectionString: database.url })
  await keys.connect()
  // On a busy machine the lock timeout may pass first, so this retries.
  const { create, answer } = await until(async () => {
    const lost = await loseStoreThenDatabase(app, keys)
    return lost.answer.body.error !== 'Service is busy, please try again' && lost
  })
  const { status, body, headers } = answer
  assert.deepEqual([status, body], [503, { error: 'Service is temporarily unavailable' }])
  assert.equal(headers.get('retry-after'), '1')
  assert.equal(headers.get('x-ratelimit-limit'), '20')
  await keys.end()
  // While the cut connection has not ended yet, the next request also gets 503.
  await until(async () => (await create()).status === 401)
})

test('a request whose store is deleted while its picture is stored gets the answer for a deleted store', async () => {
  await using app = await startTestApp(WITHOUT_WORKERS)
  const { world } = app
  const loses = (storeId: string) => {
    const { images } = world
    const put = images.put.bind(images)
    images.put = async (...image) => {
      images.put = put
      await put(...image)
      await deleteStore(world, { storeId, typedName: (await findStore(world.db, storeId))!.name, by: 'Asha' })
      while (await doPieces(world));
    }
  }
  const product = aProduct({ primary_image: await pictureOf() })
  const seller = await newSeller(app)
  loses(seller.store_id)
  const created = await seller.call('POST', '/api/products/create', product)
  assert.deepEqual([created.status, created.body], [401, { error: 'Invalid API key' }])

  const owner = await newOwner(app)
  loses(owner.store)
  const { status, body } = await owner.call('createProduct', { store: owner.store, ...product })
  assert.deepEqual([status, body.code], [404, 'store_not_found'])
})

async function loseStoreThenDatabase(app: TestApp, keys: pg.Client) {
  const { db } = app.world
  const seller = await newSeller(app)
  const create = () => seller.call('POST', '/api/products/create', aProduct())
  let isAnswered = false
  const untilWaiting = (count: number) => until(async () => isAnswered || (await lockWaits(db)) === count)

  const creating = await db.transaction(async (tx) => {
    await markStoreDeleted(tx, seller.store_id, app.world.now())
    assert.equal(await deleteSomeOfStore(tx, seller.store_id), false)
    // The request is admitted, since the deletion is not committed. Then it waits for the outcome of the deletion.
    const answer = create().finally(() => {
      isAnswered = true
    })
    await untilWaiting(1)
    // Next in the queue for the lock on api_keys: lookups of keys after the commit wait behind it.
    const held = keys.query('begin; lock table api_keys in access exclusive mode')
    await untilWaiting(2)
    return { answer, held }
  })
  await creating.held
  await untilWaiting(1)
  await db.rows({ sql: CUT_WHO_WAITS, reads: false, name: undefined }, [])
  const answer = await creating.answer
  await keys.query('rollback')
  return { create, answer }
}
