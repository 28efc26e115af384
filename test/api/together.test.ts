import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aProduct, caller, newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { newOrder, newProduct, orderIn, type Seller } from '../../harness/shops/orders.ts'
import { placeTestOrder } from '../../server/actions/orders/place-test-order.ts'
import { createProduct } from '../../server/actions/products/create-product.ts'
import { generateKey } from '../../server/actions/stores/generate-key.ts'
import { rowsOf } from '../../server/storage/statement.ts'

const times = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

const tally = (values: readonly unknown[]) =>
  Object.fromEntries(
    Map.groupBy(values, String)
      .entries()
      .map(([value, all]) => [value, all.length]),
  )

onEachEngine((running) => {
  const put = (seller: Seller, order: string, status: string) =>
    seller.call('PUT', `/api/orders/${order}/status`, { status })
  const rows = (table: 'mails' | 'order_history', order: string) =>
    rowsOf(running.app.world.db, (sql) => sql.selectFrom(table).selectAll().where('order_id', '=', order))
  const stock = async (seller: Seller, product: string) =>
    (await seller.call('GET', `/api/products/${product}`)).body.stock

  describe('status changes', () => {
    test('one of 20 simultaneous cancellations wins: one mail, one line of history, the stock once', async () => {
      const seller = await newSeller(running.app)
      const { product, order } = await orderIn(running.app, seller, 'started', { stock: 5 })
      const answers = await times(20, () => put(seller, order, 'cancelled'))
      assert.deepEqual(tally(answers.map(({ status }) => status)), { 200: 1, 400: 19 })
      assert.equal(await stock(seller, product), 5)
      assert.equal((await rows('mails', order)).length, 2)
      assert.equal((await rows('order_history', order)).length, 2)
    })

    test('a step forward and a cancellation at once both succeed only with the step first', async () => {
      const seller = await newSeller(running.app)
      for (let round = 0; round < 5; round++) {
        const { product, order } = await orderIn(running.app, seller, 'processing', { stock: 5 })
        running.clock.advance(60_000)
        const [forward, cancelled] = await Promise.all([
          put(seller, order, 'dispatched'),
          put(seller, order, 'cancelled'),
        ])
        assert.equal(cancelled.status, 200)
        assert.equal(await stock(seller, product), forward.status === 200 ? 4 : 5)
        assert.equal((await seller.call('GET', `/api/orders/${order}`)).body.status, 'cancelled')
      }
    })

    test('20 simultaneous repeats make one step', async () => {
      const seller = await newSeller(running.app)
      const { order } = await orderIn(running.app, seller, 'started')
      const answers = await times(20, () => put(seller, order, 'processing'))
      assert.deepEqual(tally(answers.map(({ status }) => status)), { 200: 20 })
      assert.equal((await rows('mails', order)).length, 2)
      assert.equal((await rows('order_history', order)).length, 2)
    })
  })

  describe('deletion', () => {
    test('and an order placed at the same instant never both succeed', async () => {
      for (let round = 0; round < 8; round++) {
        const seller = await newSeller(running.app)
        const product = await newProduct(seller, { stock: 1 })
        const [deleted, placed] = await Promise.all([
          seller.call('DELETE', `/api/products/${product}`),
          newOrder(running.app, seller, product).catch(() => undefined),
        ])
        assert.equal(deleted.status === 200, placed === undefined, `${deleted.status} and ${placed}`)
      }
    })

    test('by 10 requests at once succeeds for one, and the others get 404', async () => {
      const seller = await newSeller(running.app)
      const product = await newProduct(seller)
      const answers = await times(10, () => seller.call('DELETE', `/api/products/${product}`))
      assert.deepEqual(tally(answers.map(({ status }) => status)), { 200: 1, 404: 9 })
    })

    test('during edits succeeds, and each edit answers 200 or 404', async () => {
      const seller = await newSeller(running.app, ['Lamps'])
      const product = await newProduct(seller)
      const edits = times(10, (i) =>
        seller.call('PUT', `/api/products/${product}/edit`, { stock: i, categories: ['Lamps'], images: [] }),
      )
      const deleted = await seller.call('DELETE', `/api/products/${product}`)
      const statuses = (await edits).map(({ status }) => status)
      assert.equal(deleted.status, 200)
      assert.ok(
        statuses.every((status) => status === 200 || status === 404),
        String(statuses),
      )
      assert.equal((await seller.call('GET', `/api/products/${product}`)).status, 404)
    })
  })

  test('simultaneous edits of different fields all hold', async () => {
    const seller = await newSeller(running.app, ['Lamps', 'Clay'])
    const product = await newProduct(seller)
    const changes = [
      { name: 'A new name' },
      { stock: 77 },
      { categories: ['Clay', 'Lamps'] },
      { images: ['https://a.example/1.png'] },
      { primary_image: 'https://a.example/2.png' },
      { metadata: { a: 1 } },
      { is_sale: true },
    ]
    const answers = await Promise.all(
      changes.map((change) => seller.call('PUT', `/api/products/${product}/edit`, change)),
    )
    assert.deepEqual(tally(answers.map(({ status }) => status)), { 200: changes.length })
    const { body } = await seller.call('GET', `/api/products/${product}`)
    for (const [field, value] of Object.entries(Object.assign({}, ...changes))) {
      assert.deepEqual(body[field], value, field)
    }
  })

  test('12 simultaneous customers for a stock of 5 get 5 orders', async () => {
    const seller = await newSeller(running.app)
    const product = await newProduct(seller, { stock: 5 })
    const { store_id: storeId } = seller
    const placed = await times(12, () =>
      placeTestOrder(running.app.world, { storeId, productId: product, given: {} }).catch(
        (error: Error) => error.message,
      ),
    )
    const orders = placed.filter((outcome) => typeof outcome !== 'string')
    assert.equal(orders.length, 5)
    assert.equal(await stock(seller, product), 0)
  })

  test('requests during a key change get 200 or 401, and the old key only 401 after it', async () => {
    const seller = await newSeller(running.app)
    const product = await newProduct(seller)
    const path = `/api/products/${product}`
    const requests = times(20, () => seller.call('GET', path))
    const { api_key } = await generateKey(running.app.world, seller.store_id)
    assert.equal((await seller.call('GET', path)).status, 401)
    assert.equal((await caller(running.app.url, api_key)('GET', path)).status, 200)
    for (const { status } of await requests) assert.ok(status === 200 || status === 401, String(status))
  })

  test('of keys generated at the same instant only one is valid', async () => {
    const seller = await newSeller(running.app)
    const keys = await times(6, () => generateKey(running.app.world, seller.store_id))
    const statuses = await Promise.all(
      keys.map(
        async ({ api_key }) => (await caller(running.app.url, api_key)('GET', '/api/orders/x')).status,
      ),
    )
    assert.deepEqual(tally(statuses), { 404: 1, 401: 5 })
  })

  test('of simultaneous replacements of the same key one succeeds', async () => {
    const { world } = running.app
    const { store_id, api_key } = await newSeller(running.app)
    const allow = (kept: { key_hash: string } | undefined) =>
      assert.equal(kept?.key_hash, world.vault.hashApiKey(api_key))
    const made = await times(6, () => generateKey(world, store_id, { allow }).catch(() => undefined))
    assert.equal(made.filter(Boolean).length, 1)
  })

  test('50 creates at once under one Idempotency-Key make one product', async () => {
    const { store_id } = await newSeller(running.app)
    const once = {
      store_id,
      operation: 'create_product',
      path: '',
      key: 'fifty',
      body_hash: 'the same',
    }
    const made = await times(50, () =>
      createProduct(running.app.world, { storeId: store_id, input: aProduct(), once }),
    )
    assert.equal(new Set(made.map(({ answer }) => answer.product_id)).size, 1)
    assert.equal(made.filter(({ replayed }) => !replayed).length, 1)
    const products = await rowsOf(running.app.world.db, (sql) =>
      sql.selectFrom('products').select('id').where('store_id', '=', store_id),
    )
    assert.equal(products.length, 1)
  })
})
