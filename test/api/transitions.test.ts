import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderStatus } from '../../contract/order-status.ts'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { orderIn, type Seller } from '../../harness/shops/orders.ts'
import { rowsOf } from '../../server/storage/statement.ts'

type Outcome = 'moves' | 'repeats' | string

const ALREADY = (status: string) => `Cannot update order status. Order is already ${status}.`
const CANNOT = (from: string, to: string, allowed: string) =>
  `Cannot change order status from ${from} to ${to}. Allowed: ${allowed}.`

/** Every current status against every value that can be set: the result, or the whole error sentence. */
const TABLE: Record<OrderStatus, Record<string, Outcome>> = {
  started: {
    processing: 'moves',
    dispatched: CANNOT('started', 'dispatched', 'processing, cancelled'),
    delivered: CANNOT('started', 'delivered', 'processing, cancelled'),
    cancelled: 'moves',
  },
  processing: {
    processing: 'repeats',
    dispatched: 'moves',
    delivered: CANNOT('processing', 'delivered', 'dispatched, cancelled'),
    cancelled: 'moves',
  },
  dispatched: {
    processing: CANNOT('dispatched', 'processing', 'delivered, cancelled'),
    dispatched: 'repeats',
    delivered: 'moves',
    cancelled: 'moves',
  },
  delivered: {
    processing: ALREADY('delivered'),
    dispatched: ALREADY('delivered'),
    delivered: ALREADY('delivered'),
    cancelled: ALREADY('delivered'),
  },
  cancelled: {
    processing: ALREADY('cancelled'),
    dispatched: ALREADY('cancelled'),
    delivered: ALREADY('cancelled'),
    cancelled: ALREADY('cancelled'),
  },
}

onEachEngine((running) => {
  const put = (seller: Seller, id: string, body: object) =>
    seller.call('PUT', `/api/orders/${id}/status`, body)
  const mails = (order: string) =>
    rowsOf(running.app.world.db, (sql) =>
      sql
        .selectFrom('mails')
        .select('kind')
        .where('order_id', '=', order)
        .orderBy('created_at')
        .orderBy('kind'),
    )
  const history = (order: string) =>
    rowsOf(running.app.world.db, (sql) =>
      sql
        .selectFrom('order_history')
        .select(['at', 'source', 'actor', 'from_status', 'to_status', 'tracking_url'])
        .where('order_id', '=', order)
        .orderBy('at'),
    )
  const stock = async (seller: Seller, product: string) =>
    (await seller.call('GET', `/api/products/${product}`)).body.stock

  for (const [from, outcomes] of Object.entries(TABLE)) {
    for (const [to, outcome] of Object.entries(outcomes)) {
      const says = outcome === 'moves' || outcome === 'repeats' ? outcome : 'is refused'
      test(`${from} to ${to} ${says}`, async () => {
        const seller = await newSeller(running.app)
        const { order } = await orderIn(running.app, seller, from)
        const mailsBefore = await mails(order)
        const { status, body } = await put(seller, order, { status: to })
        const after = (await seller.call('GET', `/api/orders/${order}`)).body.status
        if (says === 'is refused') {
          assert.equal(status, 400)
          assert.deepEqual(body, { error: outcome })
          assert.equal(after, from)
        } else {
          assert.equal(status, 200)
          assert.deepEqual(body, { message: 'Order status updated successfully' })
          assert.equal(after, to)
        }
        const mailed = (await mails(order)).length - mailsBefore.length
        assert.equal(mailed, outcome === 'moves' ? 1 : 0)
      })
    }
  }

  describe('the customer is owed', () => {
    test('a mail for the order and for each step', async () => {
      const seller = await newSeller(running.app)
      const { order } = await orderIn(running.app, seller, 'started')
      for (const body of [
        { status: 'processing' },
        { status: 'dispatched', tracking_url: 'https://c.example/1' },
        { status: 'dispatched', tracking_url: 'https://c.example/2' },
        { status: 'delivered' },
      ]) {
        running.clock.advance(1000)
        assert.equal((await put(seller, order, body)).status, 200)
      }
      assert.deepEqual(
        (await mails(order)).map(({ kind }) => kind),
        ['started', 'processing', 'dispatched', 'delivered'],
      )
    })

    test('no second mail when the same status is sent again and again', async () => {
      const seller = await newSeller(running.app)
      const { order } = await orderIn(running.app, seller, 'processing')
      for (const tracking_url of ['https://c.example/1', 'https://c.example/2', undefined]) {
        assert.equal((await put(seller, order, { status: 'processing', tracking_url })).status, 200)
      }
      assert.equal((await mails(order)).length, 2)
    })
  })

  test('the timeline holds who changed what, when and from where', async () => {
    const seller = await newSeller(running.app)
    const begun = running.clock.now()
    const { order } = await orderIn(running.app, seller, 'started')
    running.clock.advance(1000)
    await put(seller, order, { status: 'processing' })
    running.clock.advance(1000)
    await put(seller, order, { status: 'processing' })
    await put(seller, order, { status: 'processing', tracking_url: 'https://c.example/1' })
    running.clock.advance(1000)
    await put(seller, order, { status: 'delivered' })
    await put(seller, order, { status: 'cancelled' })
    const entries = (await history(order)).map((row) => Object.values({ ...row }))
    assert.deepEqual(entries, [
      [begun, 'system', 'payment', null, 'started', null],
      [begun + 1000, 'api', 'API key', 'started', 'processing', null],
      [begun + 2000, 'api', 'API key', 'processing', 'processing', 'https://c.example/1'],
      [begun + 3000, 'api', 'API key', 'processing', 'cancelled', 'https://c.example/1'],
    ])
  })

  describe('stock', () => {
    test('falls when the order is placed', async () => {
      const seller = await newSeller(running.app)
      const { product } = await orderIn(running.app, seller, 'started', { stock: 5 })
      assert.equal(await stock(seller, product), 4)
    })

    for (const [from, after] of [
      ['started', 5],
      ['processing', 5],
      ['dispatched', 4],
    ] as const) {
      test(`is ${after} of 5 after cancelling from ${from}`, async () => {
        const seller = await newSeller(running.app)
        const { product, order } = await orderIn(running.app, seller, from, { stock: 5 })
        assert.equal((await put(seller, order, { status: 'cancelled' })).status, 200)
        assert.equal(await stock(seller, product), after)
        await put(seller, order, { status: 'cancelled' })
        assert.equal(await stock(seller, product), after)
      })
    }
  })
})
