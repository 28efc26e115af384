import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { MANY_MOST } from '../../../contract/dashboard/many.ts'
import type { MoveOutcome } from '../../../contract/dashboard/orders.ts'
import { URL_MAX } from '../../../contract/url.ts'
import type { TestApp } from '../../../harness/app/app.ts'
import { openOnEachEngine } from '../../../harness/app/on-each-engine.ts'
import { join, newPerson } from '../../../harness/shops/dashboard.ts'
import { ownerWithProduct, placeOrder } from '../../../harness/shops/dashboard-shop.ts'
import { placePaidOrder } from '../../../harness/shops/paid-order.ts'
import { moveOrders } from '../../../server/actions/orders/move-orders.ts'
import { rowsOf } from '../../../server/storage/statement.ts'

type Owner = Awaited<ReturnType<typeof ownerWithProduct>>

const placeOrders = async (app: TestApp, owner: Owner, many: number) => {
  const orders: string[] = []
  for (let n = 0; n < many; n++) orders.push(await placeOrder(app, owner))
  return orders
}

const mailsOf = async ({ world }: TestApp, store: string, kind: string) =>
  (
    await rowsOf(world.db, (sql) =>
      sql.selectFrom('mails').select('order_id').where('store_id', '=', store).where('kind', '=', kind),
    )
  ).map(({ order_id }) => order_id)

const statuses = async ({ ask, store }: Owner, orders: readonly string[]) =>
  Promise.all(
    orders.map(async (order) => {
      const { timeline } = await ask('readOrder', { store, order })
      return timeline.flatMap((entry) => (entry.kind === 'status' ? [entry.to] : [])).join(' ')
    }),
  )

const all = (status: string, orders: readonly unknown[]) => orders.map(() => status)

const counted = ({ done, already, refused }: MoveOutcome) => [done.length, already.length, refused.length]

openOnEachEngine('many orders in the dashboard', (open) => {
  test('the most orders at once may each have the longest tracking link', async () => {
    const { ask, store } = await ownerWithProduct(await open())
    const orders = Array.from({ length: MANY_MOST }, () => randomUUID())
    const start = 'https://parcels.in/'
    const link = start + '𑀅'.repeat(URL_MAX - start.length)
    const tracking_urls = orders.map(() => link)
    const moved = await ask('moveOrders', {
      store,
      orders,
      status: 'dispatched',
      from: all('processing', orders),
      tracking_urls,
    })
    assert.deepEqual(counted(moved), [0, 0, MANY_MOST])
  })

  test('each is moved as if alone, and those that cannot be moved are reported and hold up no other', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, store } = owner
    const elsewhere = await ownerWithProduct(app)
    const theirs = await placeOrder(app, elsewhere)
    const orders = await placeOrders(app, owner, 7)
    const [cancelled, ahead, ...plain] = orders
    await ask('changeOrderStatus', { store, order: cancelled!, status: 'cancelled' })
    for (const status of ['processing', 'dispatched'])
      await ask('changeOrderStatus', { store, order: ahead!, status })
    app.clock.advance(1000)
    const nobody = randomUUID()
    const move = (ids: string[]) => ({ store, status: 'processing', orders: ids, from: all('started', ids) })
    const outcome = await ask('moveOrders', move([...orders, theirs, nobody, plain[0]!]))
    assert.deepEqual(outcome, {
      done: plain,
      already: [],
      refused: [
        { id: cancelled, status: 'cancelled' },
        { id: ahead, status: 'dispatched' },
        { id: theirs, status: null },
        { id: nobody, status: null },
      ],
    })
    assert.deepEqual(
      await statuses(owner, plain),
      plain.map(() => 'started processing'),
    )
    assert.deepEqual((await mailsOf(app, store, 'processing')).toSorted(), [ahead, ...plain].toSorted())
    const { items } = await ask('listAudit', { store })
    const lines = items.filter(({ at }) => Date.parse(at) === app.world.now())
    assert.deepEqual(
      lines.map(({ action, actor, subject, detail }) => [action, actor, subject, detail]).toSorted(),
      [1003, 1004, 1005, 1006, 1007].map((number) => [
        ...['order.status_changed', 'Asha', `#${number} · Brass lamp`, 'started → processing'],
      ]),
    )
    assert.deepEqual(await statuses(elsewhere, [theirs]), ['started'])

    const again = await ask('moveOrders', move(plain))
    assert.deepEqual(again, { done: [], already: plain, refused: [] })
    assert.equal((await mailsOf(app, store, 'processing')).length, plain.length + 1)
  })

  test('an internal failure fails the request, and is not reported as a refused order', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const id = await placeOrder(app, owner)
    const move = { storeId: owner.store, status: 'processing', actor: 'Asha' } as const
    const failing = () => Promise.reject(new Error('The disk is full'))
    const moved = moveOrders(app.world, [{ id, from: 'started' }], move, failing)
    await assert.rejects(moved, { message: 'The disk is full' })
  })

  test('final orders are reported apart from those already moved, and links are checked before any move', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, call, store } = owner
    const orders = await placeOrders(app, owner, 3)
    await ask('moveOrders', { store, orders, status: 'processing', from: all('started', orders) })
    const link = 'https://courier.example.com/1'
    const sent = { store, orders, status: 'dispatched', from: all('processing', orders) }
    const wrong = await call('moveOrders', { ...sent, tracking_urls: [link, 'x', 'http://x'] })
    const sentence = 'tracking_url must be a valid HTTPS URL'
    assert.deepEqual(wrong.body.fields, { 'tracking_urls[1]': sentence, 'tracking_urls[2]': sentence })
    assert.deepEqual(await statuses(owner, orders.slice(0, 1)), ['started processing'])
    const saved = 'https://courier.example.com/saved'
    await ask('changeOrderStatus', { store, order: orders[1]!, status: 'processing', tracking_url: saved })
    const typed = { orders: orders.map((id) => id.toUpperCase()), tracking_urls: [link, '', ''] }
    assert.deepEqual((await ask('moveOrders', { ...sent, ...typed })).done, orders)
    const links = orders.map(async (order) => (await ask('readOrder', { store, order })).order.tracking_url)
    assert.deepEqual(await Promise.all(links), [link, saved, null])

    const arrived = { store, orders, status: 'delivered', from: all('dispatched', orders) }
    assert.deepEqual(counted(await ask('moveOrders', arrived)), [3, 0, 0])
    assert.deepEqual(counted(await ask('moveOrders', arrived)), [0, 3, 0])
    const late = await ask('moveOrders', { ...arrived, status: 'cancelled' })
    assert.deepEqual(
      late.refused,
      orders.map((id) => ({ id, status: 'delivered' })),
    )
  })

  test('each order that two sellers move at once is moved by one of them', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { store } = owner
    const helper = await newPerson(app, 'Ravi')
    await join(app, store, helper, 'staff')
    const orders = await placeOrders(app, owner, 12)
    const move = { store, status: 'processing', from: all('started', orders) }
    const [one, other] = await Promise.all([
      owner.ask('moveOrders', { ...move, orders }),
      helper.ask('moveOrders', { ...move, orders: orders.toReversed() }),
    ])
    assert.deepEqual([...one.done, ...other.done].toSorted(), orders.toSorted())
    assert.deepEqual([...one.already, ...other.already].toSorted(), orders.toSorted())
    assert.deepEqual([one.refused, other.refused], [[], []])
    assert.deepEqual(
      await statuses(owner, orders),
      orders.map(() => 'started processing'),
    )
    assert.equal((await mailsOf(app, store, 'processing')).length, orders.length)
  })

  test('a late move keeps the tracking link of the earlier one', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, store } = owner
    const [order] = await placeOrders(app, owner, 1)
    await ask('changeOrderStatus', { store, order: order!, status: 'processing' })
    const theirs = 'https://courier.example/theirs'
    await ask('changeOrderStatus', { store, order: order!, status: 'dispatched', tracking_url: theirs })
    const late = { store, orders: [order!], status: 'dispatched' }
    for (const from of [['processing'], ['dispatched']]) {
      const mine = ['https://courier.example/mine']
      const outcome = await ask('moveOrders', { ...late, from, tracking_urls: mine })
      assert.deepEqual(outcome, { done: [], already: [order], refused: [] })
    }
    assert.equal((await ask('readOrder', { store, order: order! })).order.tracking_url, theirs)
  })

  test('an order moved on meanwhile is not cancelled, though its new status would allow it', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, store, product } = owner
    const paid = { storeId: store, productId: product }
    const orders: string[] = []
    for (let n = 0; n < 8; n++) orders.push((await placePaidOrder(app.world, paid)).order_id)
    const seen = { store, from: all('started', orders) }
    const [cancelling, preparing] = await Promise.all([
      ask('moveOrders', { ...seen, orders, status: 'cancelled' }),
      ask('moveOrders', { ...seen, orders: orders.toReversed(), status: 'processing' }),
    ])
    assert.deepEqual([...cancelling.done, ...preparing.done].toSorted(), orders.toSorted())
    assert.deepEqual(
      cancelling.refused.map(({ id, status }) => `${id} ${status}`).toSorted(),
      preparing.done.map((id) => `${id} processing`).toSorted(),
    )
    assert.deepEqual(
      preparing.refused.map(({ id, status }) => `${id} ${status}`).toSorted(),
      cancelling.done.map((id) => `${id} cancelled`).toSorted(),
    )
    const { stock } = (await ask('readProduct', { store, product })).product
    assert.equal(stock, 50 - preparing.done.length)
    assert.equal((await ask('listRefunds', { store })).items.length, cancelling.done.length)
  })

  test('orders seen in different statuses are each checked against their own', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, call, store } = owner
    const orders = await placeOrders(app, owner, 3)
    const [mine, left, other] = orders as [string, string, string]
    const moveOn = (order: string, status: string) => ask('changeOrderStatus', { store, order, status })
    for (const order of orders) await moveOn(order, 'processing')
    await moveOn(left, 'dispatched')
    const seen = { store, orders, status: 'cancelled', from: ['processing', 'dispatched', 'processing'] }
    await moveOn(other, 'dispatched')
    const { body } = await call('moveOrders', { ...seen, from: ['processing', 'dispatched'] })
    assert.deepEqual(
      [body.error, body.fields],
      [
        'This page is of an older version, and nothing was moved. Load it again, then choose the orders once more.',
        undefined,
      ],
    )
    assert.deepEqual(await ask('moveOrders', seen), {
      done: [mine, left],
      already: [],
      refused: [{ id: other, status: 'dispatched' }],
    })
    assert.deepEqual(await statuses(owner, [other]), ['started processing dispatched'])
  })

  test('at most a hundred are accepted, each by its id', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, call, store } = owner
    const many = (count: number) => Array.from({ length: count }, () => randomUUID())
    const move = (orders: string[]) => ({ store, status: 'processing', orders, from: all('started', orders) })
    assert.deepEqual(counted(await ask('moveOrders', move(many(100)))), [0, 0, 100])
    const refused: [{ orders: string[]; status?: string; tracking_urls?: string[] }, RegExp][] = [
      [{ orders: many(101) }, /^Choose at most 100 at a time$/],
      [{ orders: [] }, /^orders must name at least one$/],
      [{ orders: ['1'] }, /^orders must be ids$/],
      [{ orders: many(1), status: 'started' }, /^Status must be one of: /],
      [{ orders: many(2), tracking_urls: [''] }, /^tracking_urls must have one for each of the orders$/],
    ]
    for (const [wrong, sentence] of refused) {
      const { status, body } = await call('moveOrders', { ...move(wrong.orders), ...wrong })
      assert.equal(status, 400)
      assert.match(body.error!, sentence)
    }
    assert.equal((await call('readSlips', { store, orders: many(101).join() })).status, 400)
  })

  test('packing slips come in the requested order, and never for another store', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, store } = owner
    const theirs = await placeOrder(app, await ownerWithProduct(app))
    const first = await placeOrder(app, owner, { name: 'Meera Nair', special_instructions: 'Ring twice' })
    const { order_id: second } = await placePaidOrder(app.world, { storeId: store, productId: owner.product })
    const { slips } = await ask('readSlips', { store, orders: [second, theirs, first].join() })
    assert.deepEqual(
      slips.map(({ order, number, test }) => [order.id, number, test]),
      [
        [second, 1002, false],
        [first, 1001, true],
      ],
    )
    const { customer, order_details } = slips[1]!.order
    assert.deepEqual([customer.name, order_details.special_instructions], ['Meera Nair', 'Ring twice'])
  })

  test('packing slips and an order have the address and phone number that the store has written', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, store } = owner
    const order = await placeOrder(app, owner)
    const read = async () => {
      const slips = await ask('readSlips', { store, orders: order })
      const { return_address } = await ask('readOrder', { store, order })
      assert.deepEqual(slips.return_address, return_address)
      return return_address
    }
    assert.deepEqual(await read(), { address: '', phone: '' })
    const business_address = '12 Johari Bazaar\nJaipur 302003'
    await ask('changeSettings', { store, business_address, contact_phone: '98765 43210' })
    assert.deepEqual(await read(), { address: business_address, phone: '98765 43210' })
  })
})
