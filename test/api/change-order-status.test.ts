import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { newOrder, newProduct, orderIn, type Seller } from '../../harness/shops/orders.ts'

const put = (seller: Seller, id: string, body: unknown) =>
  seller.call('PUT', `/api/orders/${id}/status`, body)
const read = async (seller: Seller, id: string) => (await seller.call('GET', `/api/orders/${id}`)).body

onEachEngine((running) => {
  describe('200', () => {
    test('says so, with the headers of every answer', async () => {
      const seller = await newSeller(running.app)
      const { order } = await orderIn(running.app, seller, 'started')
      const { status, body, headers } = await put(seller, order.toUpperCase(), { status: 'processing' })
      assert.equal(status, 200)
      assert.deepEqual(body, { message: 'Order status updated successfully' })
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(headers.get('x-api-version'), 'v1')
      assert.equal(headers.get('x-ratelimit-limit'), '20')
      assert.equal(headers.get('x-ratelimit-remaining'), '19')
      assert.equal(headers.get('x-ratelimit-reset'), String(running.clock.now() / 1000 + 60))
      assert.equal((await read(seller, order)).status, 'processing')
    })

    test('changes nothing of the order but its status and tracking URL', async () => {
      const seller = await newSeller(running.app)
      const { order } = await orderIn(running.app, seller, 'started')
      const before = await read(seller, order)
      const tracking_url = 'https://courier.example/t?n=1#here'
      await put(seller, order, { status: 'processing', tracking_url, rating: 5, unknown: true })
      assert.deepEqual(await read(seller, order), { ...before, status: 'processing', tracking_url })
    })

    test('keeps the tracking URL that is not mentioned, replaces one that is, and clears it with null', async () => {
      const seller = await newSeller(running.app)
      const { order } = await orderIn(running.app, seller, 'started')
      const steps: Array<[body: object, shown: string | null]> = [
        [{ status: 'processing', tracking_url: 'https://c.example/1' }, 'https://c.example/1'],
        [{ status: 'processing' }, 'https://c.example/1'],
        [{ status: 'dispatched' }, 'https://c.example/1'],
        [{ status: 'dispatched', tracking_url: 'https://c.example/2' }, 'https://c.example/2'],
        [{ status: 'dispatched', tracking_url: null }, null],
        [{ status: 'delivered', tracking_url: 'https://c.example/3' }, 'https://c.example/3'],
      ]
      for (const [body, shown] of steps) {
        assert.equal((await put(seller, order, body)).status, 200)
        assert.equal((await read(seller, order)).tracking_url, shown)
      }
    })

    test('takes a tracking URL with any status, also when cancelling', async () => {
      const seller = await newSeller(running.app)
      const { order } = await orderIn(running.app, seller, 'started')
      await put(seller, order, { status: 'cancelled', tracking_url: 'https://c.example/1' })
      assert.equal((await read(seller, order)).tracking_url, 'https://c.example/1')
    })

    test('takes a body of 64 KB to the last byte', async () => {
      const seller = await newSeller(running.app)
      const { order } = await orderIn(running.app, seller, 'started')
      const body = '{"status":"processing"}'.padEnd(64 * 1024)
      assert.equal((await put(seller, order, body)).status, 200)
      assert.equal((await put(seller, order, `${body} `)).status, 413)
    })

    const urls = [
      'https://c.example',
      'HTTPS://C.example/a?b=c#d',
      'https://u:p@c.example:8443/',
      'https://कूरियर.example/१',
      'https://[2001:db8::1]/x',
      `https://c.example/${'x'.repeat(2048 - 18)}`,
      `https://c.example/${'👍'.repeat(2048 - 18)}`,
    ]
    for (const tracking_url of urls) {
      test(`takes ${tracking_url.slice(0, 40)} and keeps it as it is`, async () => {
        const seller = await newSeller(running.app)
        const { order } = await orderIn(running.app, seller, 'started')
        assert.equal((await put(seller, order, { status: 'processing', tracking_url })).status, 200)
        assert.equal((await read(seller, order)).tracking_url, tracking_url)
      })
    }
  })

  describe('400', () => {
    const INVALID = 'Status must be one of: processing, dispatched, cancelled, delivered'
    const URL_SENTENCE = 'tracking_url must be a valid HTTPS URL'
    const cases: Array<[body: unknown, sentence: string]> = [
      ['', 'Status is required'],
      [{}, 'Status is required'],
      [{ tracking_url: 'https://c.example' }, 'Status is required'],
      [{ tracking_url: 'nonsense' }, 'Status is required'],
      [{ status: null }, 'status must be a string'],
      [{ status: 5 }, 'status must be a string'],
      [{ status: ['processing'] }, 'status must be a string'],
      [{ status: 'processing\0' }, 'status contains invalid characters'],
      [{ status: '\udc00' }, 'status contains invalid characters'],
      [{ status: '' }, INVALID],
      [{ status: 'started' }, INVALID],
      [{ status: 'Processing' }, INVALID],
      [{ status: ' processing' }, INVALID],
      [{ status: 'shipped' }, INVALID],
      [{ status: 'toString' }, INVALID],
      [{ status: 'shipped', tracking_url: 'nonsense' }, INVALID],
      [{ status: 'processing', tracking_url: '' }, URL_SENTENCE],
      [{ status: 'processing', tracking_url: 'http://c.example/1' }, URL_SENTENCE],
      [{ status: 'processing', tracking_url: 'c.example/1' }, URL_SENTENCE],
      [{ status: 'processing', tracking_url: '//c.example/1' }, URL_SENTENCE],
      [{ status: 'processing', tracking_url: 'https://' }, URL_SENTENCE],
      [{ status: 'processing', tracking_url: 'https:c.example' }, URL_SENTENCE],
      [{ status: 'processing', tracking_url: 'https:///track/1' }, URL_SENTENCE],
      [{ status: 'processing', tracking_url: 'https://\\c.example' }, URL_SENTENCE],
      [{ status: 'processing', tracking_url: 'https://c.example/a b' }, URL_SENTENCE],
      [{ status: 'processing', tracking_url: ' https://c.example/' }, URL_SENTENCE],
      [{ status: 'processing', tracking_url: 'https://c.example/\n' }, URL_SENTENCE],
      [{ status: 'processing', tracking_url: 'javascript:alert(1)' }, URL_SENTENCE],
      [{ status: 'processing', tracking_url: `https://c.example/${'x'.repeat(2048 - 17)}` }, URL_SENTENCE],
      [{ status: 'processing', tracking_url: 5 }, URL_SENTENCE],
      [{ status: 'processing', tracking_url: {} }, URL_SENTENCE],
      [
        { status: 'processing', tracking_url: 'https://c.example/\0' },
        'tracking_url contains invalid characters',
      ],
      [
        { status: 'processing', tracking_url: 'https://c.example/\ud800' },
        'tracking_url contains invalid characters',
      ],
    ]
    test('for each body that breaks a rule, and the order stays as it was', async () => {
      const seller = await newSeller(running.app)
      const { order } = await orderIn(running.app, seller, 'started')
      const before = await read(seller, order)
      for (const [body, sentence] of cases) {
        running.clock.advance(60_000)
        const answer = await put(seller, order, body)
        assert.equal(answer.status, 400, JSON.stringify(body))
        assert.deepEqual(answer.body, { error: sentence }, JSON.stringify(body))
      }
      assert.deepEqual(await read(seller, order), before)
    })

    test('a body that breaks a rule is reported before an invalid order id', async () => {
      const { status, body } = await put(await newSeller(running.app), 'x', { status: 'shipped' })
      assert.equal(status, 400)
      assert.deepEqual(body, { error: INVALID })
    })

    test('an order of a deleted product can no longer be moved once it is final', async () => {
      const seller = await newSeller(running.app)
      const { product, order } = await orderIn(running.app, seller, 'cancelled')
      await seller.call('DELETE', `/api/products/${product}`)
      const { status, body } = await put(seller, order, { status: 'processing' })
      assert.equal(status, 400)
      assert.deepEqual(body, { error: 'Cannot update order status. Order is already cancelled.' })
    })
  })

  test('403 for an order of another store, which stays as it was', async () => {
    const [owner, other] = [await newSeller(running.app), await newSeller(running.app)]
    for (const status of ['started', 'delivered']) {
      const { order } = await orderIn(running.app, owner, status)
      const { status: answered, body } = await put(other, order, { status: 'processing' })
      assert.equal(answered, 403)
      assert.deepEqual(body, { error: 'Order does not belong to this store' })
      assert.equal((await read(owner, order)).status, status)
    }
  })

  test('404 for an unknown id and for a malformed one', async () => {
    const seller = await newSeller(running.app)
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x', '%', '1']) {
      const { status, body } = await put(seller, id, { status: 'processing' })
      assert.equal(status, 404)
      assert.deepEqual(body, { error: 'Order not found' })
    }
  })

  test('moves an order whose product is out of stock and inactive', async () => {
    const seller = await newSeller(running.app)
    const product = await newProduct(seller, { stock: 1 })
    const order = await newOrder(running.app, seller, product)
    await seller.call('PUT', `/api/products/${product}/edit`, { is_active: false, stock: 0 })
    assert.equal((await put(seller, order, { status: 'processing' })).status, 200)
  })
})
