import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { newOrder, newProduct, orderIn, type Seller } from '../../harness/shops/orders.ts'

const remove = (seller: Seller, id: string) => seller.call('DELETE', `/api/products/${id}`)

onEachEngine((running) => {
  describe('200', () => {
    test('says so, and the product is gone for good', async () => {
      const seller = await newSeller(running.app, ['Lamps'])
      const id = await newProduct(seller, { categories: ['Lamps'] })
      const { status, body, headers } = await remove(seller, id.toUpperCase())
      assert.equal(status, 200)
      assert.deepEqual(body, { message: 'Product deleted successfully' })
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(headers.get('x-api-version'), 'v1')
      assert.equal(headers.get('x-ratelimit-limit'), '10')
      assert.equal(headers.get('x-ratelimit-remaining'), '9')
      assert.equal(headers.get('x-ratelimit-reset'), String(running.clock.now() / 1000 + 60))
      assert.equal((await remove(seller, id)).status, 404)
    })

    for (const type of ['application/json', 'text/plain', 'nonsense']) {
      test(`ignores the content type ${type} and a body`, async () => {
        const seller = await newSeller(running.app)
        const id = await newProduct(seller)
        const answer = await seller.call('DELETE', `/api/products/${id}`, '{"not": json', {
          'content-type': type,
        })
        assert.equal(answer.status, 200)
      })
    }

    for (const status of ['delivered', 'cancelled']) {
      test(`with an order that is ${status}, which stays as it was bought`, async () => {
        const seller = await newSeller(running.app)
        const { product, order } = await orderIn(running.app, seller, status)
        const before = (await seller.call('GET', `/api/orders/${order}`)).body
        assert.equal((await remove(seller, product)).status, 200)
        const after = await seller.call('GET', `/api/orders/${order}`)
        assert.equal(after.status, 200)
        assert.deepEqual(after.body, before)
        assert.equal(after.body.product_id, product)
      })
    }
  })

  describe('400', () => {
    for (const status of ['started', 'processing', 'dispatched']) {
      test(`while an order is ${status}`, async () => {
        const seller = await newSeller(running.app)
        const { product } = await orderIn(running.app, seller, status)
        const answer = await remove(seller, product)
        assert.equal(answer.status, 400)
        assert.deepEqual(answer.body, {
          error:
            'Cannot delete product with active orders in processing or dispatched status. Please wait for orders to complete or cancel them first.',
        })
        assert.equal((await seller.call('GET', `/api/products/${product}`)).status, 200)
      })
    }

    test('while one of several orders is active', async () => {
      const seller = await newSeller(running.app)
      const { product, order } = await orderIn(running.app, seller, 'cancelled')
      const active = await newOrder(running.app, seller, product)
      assert.notEqual(order, active)
      assert.equal((await remove(seller, product)).status, 400)
      await seller.call('PUT', `/api/orders/${active}/status`, { status: 'cancelled' })
      assert.equal((await remove(seller, product)).status, 200)
    })
  })

  describe('404', () => {
    const NOT_FOUND = { error: 'Product not found or does not belong to this store' }

    test('for a malformed id, an unknown one and one deleted before', async () => {
      const seller = await newSeller(running.app)
      const deleted = await newProduct(seller)
      await remove(seller, deleted)
      for (const id of ['create', '%', '00000000-0000-4000-8000-000000000000', deleted]) {
        const { status, body } = await remove(seller, id)
        assert.equal(status, 404)
        assert.deepEqual(body, NOT_FOUND)
      }
    })

    test('for a product of another store, which stays, also when it has active orders', async () => {
      const [owner, other] = [await newSeller(running.app), await newSeller(running.app)]
      const { product } = await orderIn(running.app, owner, 'started')
      for (const id of [product, await newProduct(owner)]) {
        const { status, body } = await remove(other, id)
        assert.equal(status, 404)
        assert.deepEqual(body, NOT_FOUND)
        assert.equal((await owner.call('GET', `/api/products/${id}`)).status, 200)
      }
    })
  })
})
