import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { MOST_CATEGORIES } from '../../contract/dashboard/categories.ts'
import { aProduct, newSeller, startTestApp } from '../../harness/app/app.ts'
import { until } from '../../harness/app/until.ts'
import { migrated } from '../../harness/services/engines.ts'
import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import { openShop } from '../../harness/shops/shop.ts'
import { addCategory } from '../../server/actions/categories/add-category.ts'
import { renameCategory } from '../../server/actions/categories/change-category.ts'
import { settlePayment } from '../../server/actions/payments/settle-payment.ts'
import { importProducts } from '../../server/actions/products/import-products.ts'
import { moveOnShelf } from '../../server/actions/products/shelve-product.ts'
import { changeSettings } from '../../server/actions/stores/change-settings.ts'
import { deleteStore } from '../../server/actions/stores/delete-store.ts'
import { DAY_MS } from '../../server/rules/values/durations.ts'
import type { Queries } from '../../server/storage/engine.ts'
import { findCheckout } from '../../server/storage/orders/checkouts.ts'
import { forgetWhoNeverPaid } from '../../server/storage/orders/unpaid-checkouts.ts'
import { insertRefundTask } from '../../server/storage/payments/refund-tasks.ts'
import { lockProduct, updateProduct } from '../../server/storage/products/products.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { holdStore, shareStore } from '../../server/storage/stores/stores.ts'
import { doPieces } from '../../server/workers/long-work.ts'
import { leftOf } from '../help/left-of-store.ts'
import { lockWaits } from '../help/lock-waits.ts'
import { moneyGateway } from '../help/payments/money.ts'

const CONNECTIONS = 10

test('a request for a row that an abandoned session holds gets 503, and the instance stays ready', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase(migrated)
  await using app = await startTestApp({ DATABASE_URL: database.url })
  const seller = await newSeller(app)
  const created = await seller.call('POST', '/api/products/create', aProduct())
  const forgotten = new pg.Client({ connectionString: database.url })
  forgotten.on('error', () => {})
  await forgotten.connect()
  await forgotten.query('begin')
  await forgotten.query('select 1 from products where id = $1 for update', [created.body.product_id])

  let answered = 0
  const edits = Array.from({ length: CONNECTIONS }, async (_, i) => {
    const edit = await seller.call('PUT', `/api/products/${created.body.product_id}/edit`, {
      name: `Lamp ${i}`,
    })
    answered++
    return edit
  })
  await until(async () => {
    const { open, idle } = app.world.db.load()
    return answered > 0 || (open === CONNECTIONS && idle === 0)
  })
  const ready = await fetch(`${app.url}/readyz`)
  assert.equal(ready.status, 200)
  for (const { status, body, headers } of await Promise.all(edits)) {
    assert.equal(status, 503)
    assert.deepEqual(body, { error: 'Service is busy, please try again' })
    assert.equal(headers.get('retry-after'), '1')
  }
  await forgotten.end()

  const { db } = app.world
  const ask = (tx: Queries, sql: string) => tx.rows({ sql, reads: false, name: undefined }, [])
  const LIMITS = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']
  const limits = (tx: Queries) =>
    Promise.all(LIMITS.map(async (name) => Object.values((await ask(tx, `show ${name}`))[0] as object)[0]))
  assert.deepEqual(await limits(db), ['3s', '1min', '10s'])
  await using unhurried = await db.snapshot()
  assert.deepEqual(await limits(unhurried), ['0', '0', '0'], 'a backup has no time limit')
  await db.migrating(async (_, tx) => assert.deepEqual(await limits(tx), ['1500ms', '0', '0']))

  const tooLong = db.transaction(async (tx) => {
    await ask(tx, 'set local statement_timeout = 20')
    await ask(tx, 'select pg_sleep(60)')
  })
  await assert.rejects(tooLong, (error) => db.dialect.isBusy(error) && db.dialect.isUnavailable(error))
})

test('a held store still takes writes of products and categories, so that three cannot deadlock', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase(migrated)
  await using app = await startTestApp({ DATABASE_URL: database.url })
  const { world } = app
  const { store_id: storeId } = await newSeller(app)
  const { category_id: categoryId } = await addCategory(world, storeId, 'Lamps')
  const { name, price, description, stock } = aProduct()
  const file = {
    titles: ['name', 'price', 'description', 'stock', 'categories'],
    rows: [[name, String(price), description, String(stock), 'Lamps']],
  }
  await world.db.transaction(async (tx) => {
    assert.equal(await holdStore(tx, storeId), true)
    const { created } = await importProducts(world, {
      storeId,
      importId: 'held',
      begunAt: world.now(),
      firstRow: 1,
      ...file,
    })
    assert.equal(created, 1)
    await renameCategory(world, { storeId, categoryId, name: 'Lights' })
  })
})

test('placing an order and changing its store’s address never wait for each other', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase(migrated)
  await using app = await startTestApp({ DATABASE_URL: database.url, HAAT_ROLE: 'web' })
  const { db } = app.world
  const { store_id: storeId } = await newSeller(app)
  const [tries, isShared] = [{ order: 0, address: 0 }, Promise.withResolvers<void>()]
  const placing = db.transaction(async (tx) => {
    tries.order++
    await shareStore(tx, storeId)
    isShared.resolve()
    if (tries.order === 1) await until(async () => (await lockWaits(db)) > 0)
    await rowsOf(tx, (sql) => sql.updateTable('stores').set({ event_sequence: 1 }).where('id', '=', storeId))
  })
  await isShared.promise
  const allow = () => void tries.address++
  await Promise.all([placing, changeSettings(app.world, { storeId, input: { slug: 'moved' }, allow })])
  assert.deepEqual(tries, { order: 1, address: 1 }, 'the server had to break a deadlock')
})

test('of two requests that add the last allowed category, one is refused', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase(migrated)
  await using app = await startTestApp({ DATABASE_URL: database.url, HAAT_ROLE: 'web' })
  const { world } = app
  const { store_id: storeId } = await newSeller(app)
  const others = Array.from({ length: MOST_CATEGORIES - 1 }, (_, i) => ({
    ...{ store_id: storeId, id: world.newId(), name: `Other ${i}`, created_at: 1 },
  }))
  await rowsOf(world.db, (sql) => sql.insertInto('categories').values(others))
  let counted = 0
  const bothCounted = async () => {
    counted++
    await until(async () => counted === 2 || (await lockWaits(world.db)) > 0)
  }
  const outcomes = await Promise.allSettled([
    addCategory(world, storeId, 'One', bothCounted),
    addCategory(world, storeId, 'Other', bothCounted),
  ])
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
})

test('a product edit that is under way when the store is deleted leaves no rows', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase(migrated)
  await using app = await startTestApp({ DATABASE_URL: database.url, HAAT_ROLE: 'web' })
  const { world } = app
  const seller = await newSeller(app)
  const storeId = seller.store_id
  const { body } = await seller.call('POST', '/api/products/create', aProduct())
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const edit = world.db.transaction(async (tx) => {
    const product = (await lockProduct(tx, storeId, body.product_id))!
    held.resolve()
    await released.promise
    await moveOnShelf(tx, product, { ...product, name: `${product.name} cup` }, { before: [], after: [] })
  })
  await held.promise
  await deleteStore(world, { storeId, typedName: 'Test store', by: 'Asha' })
  const pieces = doPieces(world)
  const waiting = `select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await until(
    async () => (await world.db.rows({ sql: waiting, reads: true, name: undefined }, [])).length > 0,
  )
  released.resolve()
  await Promise.all([edit, pieces])
  while (await doPieces(world));
  assert.deepEqual(await leftOf(world, storeId), [])
})

test('the customer of money that arrives while others are forgotten is kept, as it is to be returned', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase(migrated)
  await using app = await startTestApp({ DATABASE_URL: database.url, HAAT_ROLE: 'web' })
  const { world } = app
  const { storeId, productId, beginPaying } = await openShop(app)
  const { gateway, reference, amount_paise, checkout_id } = await beginPaying({}, moneyGateway(world))
  let isForgotten = false
  const [settling, forgetting] = await world.db.transaction(async (tx) => {
    await lockProduct(tx, storeId, productId)
    const settling = settlePayment(world, { storeId, gateway, reference, amountPaise: amount_paise })
    await until(async () => (await lockWaits(world.db)) > 0)
    const forgetting = world.db
      .transaction((other) => forgetWhoNeverPaid(other, world.now() + DAY_MS, 0))
      .finally(() => {
        isForgotten = true
      })
    await until(async () => isForgotten || (await lockWaits(world.db)) > 1)
    await updateProduct(tx, storeId, productId, { stock: 0 })
    return [settling, forgetting] as const
  })
  assert.equal((await settling).kind, 'refund_due')
  await forgetting
  assert.equal((await findCheckout(world.db, storeId, checkout_id))?.customer_name, 'Meera Iyer')
})

test('money that is owed since the search for customers to forget keeps its customer too', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase(migrated)
  await using app = await startTestApp({ DATABASE_URL: database.url, HAAT_ROLE: 'web' })
  const { world } = app
  const { storeId, beginPaying } = await openShop(app)
  const { id, amount_paise, checkout_id } = await beginPaying({}, moneyGateway(world))
  const task = {
    store_id: storeId,
    payment_id: id,
    amount_paise,
    reason: 'Late',
    created_at: 1,
    done_at: null,
  }
  await world.db.transaction(async (tx) => {
    const owedMeanwhile: Queries = {
      dialect: tx.dialect,
      first: (...query) => tx.first(...query),
      write: (...query) => tx.write(...query),
      async rows(...query) {
        const found = await tx.rows(...query)
        await insertRefundTask(world.db, task)
        return found
      },
    }
    await forgetWhoNeverPaid(owedMeanwhile, world.now() + DAY_MS, 0)
  })
  assert.equal((await findCheckout(world.db, storeId, checkout_id))?.customer_name, 'Meera Iyer')
})
