import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { newOrder, newProduct } from '../../harness/shops/orders.ts'

onEachEngine((running) => {
  async function sellerWithOrders(count: number) {
    const seller = await newSeller(running.app)
    const product = await newProduct(seller, { stock: 100 })
    const orders: string[] = []
    for (let i = 0; i < count; i++) orders.push(await newOrder(running.app, seller, product))
    return { ...seller, orders }
  }
  const orderIds = (body: { events: Array<{ payload: { order_id: string } }> }) =>
    body.events.map(({ payload }) => payload.order_id)

  describe('200', () => {
    test('gives the events after a number, in order, numbered without gaps', async () => {
      const { call, orders } = await sellerWithOrders(3)
      const all = await call('GET', '/api/events')
      assert.equal(all.status, 200)
      assert.deepEqual(orderIds(all.body), orders)
      assert.deepEqual(
        all.body.events.map((event: { sequence: number }) => event.sequence),
        [1, 2, 3],
      )
      assert.equal(all.body.events[0].id, `evt_${orders[0]}`)
      assert.equal(all.body.events[0].payload.event, 'order.created')
      assert.equal(all.body.last_sequence, 3)
      const rest = await call('GET', '/api/events?after=1&limit=1')
      assert.deepEqual(orderIds(rest.body), [orders[1]])
      assert.equal(rest.body.last_sequence, 3)
      assert.deepEqual((await call('GET', '/api/events?after=3')).body, { events: [], last_sequence: 3 })
      assert.equal(rest.headers.get('x-ratelimit-limit'), '50')
      assert.equal(rest.headers.get('x-api-version'), 'v1')
    })

    test("holds nothing of another store's", async () => {
      await sellerWithOrders(1)
      const { call } = await sellerWithOrders(0)
      assert.deepEqual((await call('GET', '/api/events')).body, { events: [], last_sequence: 0 })
    })

    test('simultaneous orders get numbers of their own, and every one appears', async () => {
      const seller = await newSeller(running.app)
      const product = await newProduct(seller, { stock: 100 })
      const placed = await Promise.all(
        Array.from({ length: 20 }, () => newOrder(running.app, seller, product)),
      )
      const { body } = await seller.call('GET', '/api/events')
      assert.deepEqual(orderIds(body).toSorted(), placed.toSorted())
      assert.deepEqual(
        body.events.map((event: { sequence: number }) => event.sequence),
        Array.from({ length: 20 }, (_, i) => i + 1),
      )
    })
  })

  describe('400', () => {
    const AFTER = 'after must be an integer >= 0'
    const LIMIT = 'limit must be an integer between 1 and 100'
    const cases = {
      'after=-1': AFTER,
      'after=x': AFTER,
      'after=': AFTER,
      'after=1.5': AFTER,
      'after=1&after=2': AFTER,
      'after=9999999999999999': AFTER,
      'limit=0': LIMIT,
      'limit=101': LIMIT,
      'limit=ten': LIMIT,
      'after=x&limit=0': AFTER,
    }
    test('names the query parameter that is wrong', async () => {
      const { call } = await newSeller(running.app)
      for (const [query, error] of Object.entries(cases)) {
        const answer = await call('GET', `/api/events?${query}`)
        assert.deepEqual([answer.status, answer.body], [400, { error }], query)
      }
    })
  })

  test('401 without a key, 429 after 50 a minute', async () => {
    const { call } = await newSeller(running.app)
    const without = await fetch(`${running.app.url}/api/events`)
    assert.deepEqual([without.status, await without.json()], [401, { error: 'Missing API key' }])
    for (let i = 0; i < 50; i++) assert.equal((await call('GET', '/api/events?limit=1')).status, 200)
    assert.equal((await call('GET', '/api/events')).status, 429)
  })
})
