import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { newProduct } from '../../harness/shops/orders.ts'
import { rawAnswer } from '../help/raw-socket.ts'

const NOT_FOUND = { error: 'Product not found or does not belong to this store' }

onEachEngine((running) => {
  describe('200', () => {
    test('returns the fields of the specification in its order, then metadata and images', async () => {
      const seller = await newSeller(running.app)
      const id = await newProduct(seller)
      const { status, body, headers } = await seller.call('GET', `/api/products/${id}`)
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), [
        'id',
        'created_at',
        'store_id',
        'name',
        'origional_price',
        'current_price',
        'shipping_cost',
        'short_description',
        'long_description',
        'variations',
        'size',
        'colors',
        'categories',
        'is_sale',
        'custom_questions',
        'is_active',
        'stock',
        'internal_note',
        'metadata',
        'primary_image',
        'images',
      ])
      assert.match(body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(headers.get('x-api-version'), 'v1')
      assert.equal(headers.get('x-ratelimit-limit'), '50')
      assert.equal(headers.get('x-ratelimit-remaining'), '49')
      assert.equal(headers.get('x-ratelimit-reset'), String(running.clock.now() / 1000 + 60))
    })

    test('takes the id in capitals', async () => {
      const seller = await newSeller(running.app)
      const id = await newProduct(seller)
      const { status, body } = await seller.call('GET', `/api/products/${id.toUpperCase()}`)
      assert.deepEqual([status, body.id], [200, id])
    })

    test('takes an id in percent escapes, whatever the query holds', async () => {
      const seller = await newSeller(running.app)
      const id = await newProduct(seller)
      const escaped = id.replaceAll('-', '%2D')
      for (const path of [escaped, `${escaped}?q=1`, `${escaped}?q=100%`, `${id}?q=100%`]) {
        const { status, body } = await seller.call('GET', `/api/products/${path}`)
        assert.deepEqual([status, body.id], [200, id], path)
      }
    })

    test('ignores a content type and a body', async () => {
      const seller = await newSeller(running.app)
      const id = await newProduct(seller)
      for (const type of ['text/xml', 'application/json', 'nonsense']) {
        const { status } = await seller.call('GET', `/api/products/${id}`, undefined, {
          'content-type': type,
        })
        assert.equal(status, 200, type)
      }
      const { status, body } = await rawAnswer(
        running.app.url,
        `GET /api/products/${id} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${seller.api_key}\r\n` +
          'Connection: close\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\nno JSON!',
      )
      assert.deepEqual([status, body.id], [200, id])
    })

    test('shows an inactive product to its seller', async () => {
      const seller = await newSeller(running.app)
      const id = await newProduct(seller, { is_active: false })
      const { body } = await seller.call('GET', `/api/products/${id}`)
      assert.equal(body.is_active, false)
    })

    test('HEAD answers as GET does, without the body, and counts as one', async () => {
      const seller = await newSeller(running.app)
      const path = `/api/products/${await newProduct(seller)}`
      const got = await seller.call('GET', path)
      const head = await seller.call('HEAD', path)
      assert.equal(head.status, 200)
      assert.equal(head.body, undefined)
      assert.equal(head.headers.get('content-length'), got.headers.get('content-length'))
      assert.equal(head.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(head.headers.get('x-ratelimit-limit'), '50')
      assert.equal(head.headers.get('x-ratelimit-remaining'), '48')
    })
  })

  describe('404', () => {
    test('for an unknown id', async () => {
      const { call } = await newSeller(running.app)
      const { status, body, headers } = await call(
        'GET',
        '/api/products/00000000-0000-4000-8000-000000000000',
      )
      assert.equal(status, 404)
      assert.deepEqual(body, NOT_FOUND)
      assert.equal(headers.get('x-api-version'), 'v1')
      assert.equal(headers.get('x-ratelimit-remaining'), '49')
    })

    test('for a product of another store, which its own seller still reads', async () => {
      const [owner, other] = [await newSeller(running.app), await newSeller(running.app)]
      const id = await newProduct(owner)
      const { status, body } = await other.call('GET', `/api/products/${id}`)
      assert.equal(status, 404)
      assert.deepEqual(body, NOT_FOUND)
      assert.equal((await owner.call('GET', `/api/products/${id}`)).status, 200)
    })

    test('for a product that was deleted', async () => {
      const seller = await newSeller(running.app)
      const id = await newProduct(seller)
      await seller.call('DELETE', `/api/products/${id}`)
      const { status, body } = await seller.call('GET', `/api/products/${id}`)
      assert.equal(status, 404)
      assert.deepEqual(body, NOT_FOUND)
    })

    test('for a malformed id', async () => {
      const { call } = await newSeller(running.app)
      const ids = [
        'create',
        '1',
        'a'.repeat(20_000),
        '%00',
        '%ff',
        '%',
        'a%2fb',
        '{id}',
        "'--",
        '%F0%9F%91%8D',
      ]
      for (const id of ids) {
        const { status, body } = await call('GET', `/api/products/${id}`)
        assert.equal(status, 404, id.slice(0, 20))
        assert.deepEqual(body, NOT_FOUND, id.slice(0, 20))
      }
    })
  })
})
