import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { testGateway } from '../../server/actions/gateways.ts'
import { placeTestOrder } from '../../server/actions/place-test-order.ts'
import { reviewOrder } from '../../server/actions/review-order.ts'
import { startCheckout } from '../../server/actions/start-checkout.ts'
import { startPayment } from '../../server/actions/start-payment.ts'
import { wordOrders } from '../../server/actions/word-orders.ts'
import { notePaymentProblem } from '../../server/storage/payment-problems.ts'
import { forgetWhoNeverPaid } from '../../server/storage/personal-data.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { aProduct, type TestApp } from '../help/app.ts'
import { join, newOwner, newPerson, PASSWORD } from '../help/dashboard.ts'
import { placePaidOrder } from '../help/paid-order.ts'
import { openOnEachEngine } from '../help/shared-app.ts'
import { aCustomer } from '../help/shop.ts'

type Owner = Awaited<ReturnType<typeof newOwner>>

async function ownerWithProduct(app: TestApp) {
  const owner = await newOwner(app)
  const { product_id } = await owner.ask('createProduct', {
    store: owner.store,
    ...aProduct({ price: 100, stock: 50, shipping_cost: 20 }),
  })
  return { ...owner, product: product_id }
}

async function placeOrder(app: TestApp, { store, product }: Owner & { product: string }, given: object = {}) {
  const { order_id } = await placeTestOrder(app.world, { storeId: store, productId: product, given })
  return order_id
}

openOnEachEngine('orders in the dashboard', (open) => {
  test('an order is taken to delivered, and its timeline tells who did what from where', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, call, store } = owner
    const order = await placeOrder(app, owner, { quantity: '3' })
    const first = await ask('readOrder', { store, order })
    assert.deepEqual(first.next, ['processing', 'cancelled'])
    assert.deepEqual([first.unit_price, first.shipping, first.order.order_details.amount], [100, 20, 320])
    assert.match(first.customer_page, /\/o\/[\w-]{30,}$/)
    const skipped = await call('changeOrderStatus', { store, order, status: 'delivered' })
    assert.equal(skipped.body.code, 'impossible_step')
    const wrong = await call('changeOrderStatus', {
      store,
      order,
      status: 'processing',
      tracking_url: 'http://x',
    })
    assert.deepEqual(wrong.body.fields, { tracking_url: 'tracking_url must be a valid HTTPS URL' })

    const tracking_url = 'https://courier.example.com/1'
    const late = {
      store,
      order,
      status: 'processing',
      tracking_url,
      was: { tracking_url: 'https://x.example' },
    }
    assert.equal((await call('changeOrderStatus', late)).body.code, 'changed_meanwhile')
    for (const status of ['processing', 'dispatched', 'delivered']) {
      app.clock.advance(1000)
      await ask('changeOrderStatus', {
        store,
        order,
        status,
        ...(status === 'dispatched' && { tracking_url }),
      })
    }
    app.clock.advance(1000)
    await reviewOrder(app.world, { store_id: store, id: order }, { rating: 5, review: null })
    const { timeline, next, mails } = await ask('readOrder', { store, order })
    assert.deepEqual(next, [])
    assert.deepEqual(mails.toSorted(), ['delivered', 'dispatched', 'processing', 'started'])
    const changes = timeline.filter((entry) => entry.kind === 'status')
    assert.deepEqual(
      changes.map(({ from, to, source, actor }) => [from, to, source, actor].join(' ')).slice(1),
      [
        'started processing dashboard Asha',
        'processing dispatched dashboard Asha',
        'dispatched delivered dashboard Asha',
        'delivered delivered customer review',
      ],
    )
    assert.deepEqual(
      timeline.flatMap((entry) => (entry.kind === 'stock' ? [entry.change] : [])),
      [-3],
    )
    const payment = timeline.find((entry) => entry.kind === 'payment')
    assert.deepEqual([payment?.gateway, payment?.amount, payment?.status], ['test', 320, 'paid'])
    const times = timeline.map(({ at }) => at)
    assert.deepEqual(times, times.toSorted())
    const { items } = await ask('listAudit', { store })
    assert.equal(items[0]?.detail, 'dispatched → delivered')
  })

  test('a cancelled order returns its stock in the timeline, once', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, call, store } = owner
    const order = await placeOrder(app, owner, { quantity: '2' })
    app.clock.advance(10)
    await ask('changeOrderStatus', { store, order, status: 'cancelled' })
    const again = await call('changeOrderStatus', { store, order, status: 'cancelled' })
    assert.equal(again.body.error, 'Cannot update order status. Order is already cancelled.')
    const { timeline } = await ask('readOrder', { store, order })
    assert.deepEqual(
      timeline.flatMap((entry) => (entry.kind === 'stock' ? [entry.change] : [])),
      [-2, 2],
    )
  })

  test('cancelling what was paid with money leaves a refund to make, and with test money none', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, store } = owner
    const paid = async (account: string) =>
      (await placePaidOrder(app.world, { storeId: store, productId: owner.product, account })).order_id
    const live = await paid('rzp_live_1')
    const tests = [await paid('rzp_test_1'), await placeOrder(app, owner)]
    for (const order of [live, ...tests])
      await ask('changeOrderStatus', { store, order, status: 'cancelled' })
    const { items } = await ask('listRefunds', { store })
    assert.deepEqual(
      items.map(({ order_id, amount, reason, customer_name }) => [order_id, amount, reason, customer_name]),
      [[live, 120, 'The order was cancelled', 'Asha Rao']],
    )
    const lines = (await ask('listOrders', { store })).items
    assert.deepEqual(
      lines
        .filter(({ test }) => test)
        .map(({ id }) => id)
        .sort(),
      tests.toSorted(),
    )
    const told = async (order: string) => {
      const { test, refund } = await ask('readOrder', { store, order })
      return [test, refund]
    }
    assert.deepEqual(await told(live), [false, 'due'])
    assert.deepEqual(await told(tests[0]!), [true, null])
    await ask('finishRefund', { store, payment: items[0]!.payment_id })
    assert.deepEqual(await told(live), [false, 'done'])
  })

  test('of two who change a tracking link at once one is told', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, call, store } = owner
    const order = await placeOrder(app, owner)
    await ask('changeOrderStatus', { store, order, status: 'processing' })
    const was = { tracking_url: '' }
    const links = ['https://a.example', 'https://b.example'].map((tracking_url) =>
      call('changeOrderStatus', { store, order, status: 'processing', tracking_url, was }),
    )
    assert.deepEqual((await Promise.all(links)).map(({ status }) => status).sort(), [200, 409])
  })

  test('a mail is sent again only when it is not on its way', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, call, store } = owner
    const order = await placeOrder(app, owner)
    await rowsOf(app.world.db, (sql) =>
      sql.updateTable('mails').set({ status: 'sent', sent_at: 1 }).where('order_id', '=', order),
    )
    app.clock.advance(1)
    await ask('resendMail', { store, order, mail: 'started' })
    assert.equal((await call('resendMail', { store, order, mail: 'nonsense' })).status, 400)
    const { items } = await ask('listAudit', { store })
    assert.deepEqual([items[0]?.action, items[0]?.detail], ['order.mail_resent', 'started'])
    const { timeline } = await ask('readOrder', { store, order })
    assert.deepEqual(
      timeline.flatMap((entry) => (entry.kind === 'mail' ? [[entry.at.slice(0, 4), entry.status]] : [])),
      [
        ['1970', 'sent'],
        ['2026', 'pending'],
      ],
    )
  })

  test('orders are found by status, time and text, newest first, page by page', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, call, store } = owner
    const ids: string[] = []
    const begin = app.world.now()
    for (const name of ['Meera Nair', 'Arjun', 'Meera Shah', 'Dev', 'Esha']) {
      app.clock.advance(1000)
      ids.unshift(await placeOrder(app, owner, { name, email: `${name.split(' ')[0]}@example.com` }))
    }
    await ask('changeOrderStatus', { store, order: ids[1]!, status: 'processing' })
    const found = async (query: object) =>
      (await ask('listOrders', { store, ...query })).items.map(({ id }) => id)
    assert.deepEqual(await found({}), ids)
    assert.deepEqual(await found({ status: 'processing' }), [ids[1]])
    await ask('changeOrderStatus', { store, order: ids[0]!, status: 'cancelled' })
    assert.deepEqual(await found({ status: 'to_prepare' }), ids.slice(1))
    const some = await ask('listOrders', { store, status: 'to_prepare', limit: 2 })
    assert.deepEqual(await found({ status: 'to_prepare', limit: 2, after: some.next! }), ids.slice(3))
    assert.deepEqual(await found({ search: 'meera' }), [ids[2], ids[4]])
    assert.deepEqual(await found({ search: ids[3]! }), [ids[3]])
    assert.deepEqual(await found({ search: ids[3]!.slice(0, 13) }), [ids[3]])
    assert.deepEqual(await found({ search: 'DEV@example' }), [ids[1]])
    assert.deepEqual(await found({ search: 'shah meera' }), [ids[2]])
    assert.deepEqual(await found({ search: 'meera arjun' }), [])
    assert.deepEqual(await found({ search: '98765 43210', status: 'processing' }), [ids[1]])
    const at = (n: number) => new Date(begin + n * 1000).toISOString()
    assert.deepEqual(await found({ from: at(2), to: at(4) }), [ids[2], ids[3]])
    const page = await ask('listOrders', { store, limit: 2 })
    assert.deepEqual(await found({ limit: 2, after: page.next! }), ids.slice(2, 4))
    const first = await ask('listOrders', { store, search: 'me', limit: 1 })
    assert.deepEqual(await found({ search: 'me', limit: 1, after: first.next! }), [ids[4]])
    for (const parts of [
      ['arjun\0', 1, ids[0]],
      ['arjun', 1, '\0'],
      ['arjun\ud800', 1, ids[0]],
    ]) {
      const after = Buffer.from(JSON.stringify(parts)).toString('base64url')
      assert.equal((await call('listOrders', { store, search: 'arjun', after })).status, 400)
    }
    const unknown = await call('listOrders', { store, search: 'arjun', after: first.next! })
    assert.equal(unknown.body.error, 'This page of the list is not known')
    assert.equal((await call('listOrders', { store, from: 'yesterday' })).status, 400)
    assert.equal((await call('listOrders', { store, status: 'lost' })).status, 400)
  })

  test('orders from before there were words are found once the worker has been by', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, store } = owner
    const order = await placeOrder(app, owner, { name: 'Zubin' })
    const { db } = app.world
    await rowsOf(db, (sql) => sql.deleteFrom('order_words').where('word', '=', 'zubin'))
    const long = 'ﬃ'.repeat(19)
    await rowsOf(db, (sql) =>
      sql
        .updateTable('orders')
        .set({ customer_name: `Zubin ${long}ff𐍈 ${long}ff𠀀` })
        .where('id', '=', order),
    )
    await rowsOf(db, (sql) => sql.updateTable('orders').set({ worded: 0 }).where('id', '=', order))
    const found = async () => (await ask('listOrders', { store, search: 'zub' })).items.map(({ id }) => id)
    assert.deepEqual(await found(), [])
    assert.equal(await wordOrders(app.world), false)
    assert.deepEqual(await found(), [order])
    await wordOrders(app.world)
    assert.deepEqual(await found(), [order])
  })

  test('what the charts add up is what the orders are, however many move at once', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, store } = owner
    const paid = { storeId: store, productId: owner.product }
    const orders = await Promise.all([
      ...Array.from({ length: 6 }, async () => (await placePaidOrder(app.world, paid)).order_id),
      ...Array.from({ length: 2 }, () => placeOrder(app, owner)),
    ])
    const moves = ['processing', 'cancelled', 'processing', 'cancelled', 'processing', 'processing']
    await Promise.all(
      moves.map((status, i) => ask('changeOrderStatus', { store, order: orders[i]!, status })),
    )
    const summed = async () => {
      const { by_status, orders, test_orders, revenue } = await ask('overview', {
        ...{ store, days: 7, offset: 330 },
      })
      return [by_status, orders, test_orders, revenue]
    }
    const by_status = { started: 2, processing: 4, dispatched: 0, delivered: 0, cancelled: 2 }
    assert.deepEqual(await summed(), [by_status, 8, 2, 4 * 120])
    await ask('changeOrderStatus', { store, order: orders[7]!, status: 'cancelled' })
    const moved = { ...by_status, started: 1, cancelled: 3 }
    assert.deepEqual(await summed(), [moved, 8, 2, 4 * 120])
  })

  test('a refund that is due is listed to the owner and done once', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const payment = randomUUID()
    await rowsOf(app.world.db, (sql) =>
      sql.insertInto('payments').values({
        store_id: store,
        id: payment,
        checkout_id: randomUUID(),
        gateway: 'test',
        reference: `test_${payment}`,
        amount_paise: 12_345,
        status: 'refund_due',
        created_at: 1,
        token: payment,
        asks: 0,
      }),
    )
    await rowsOf(app.world.db, (sql) =>
      sql.insertInto('refund_tasks').values({
        store_id: store,
        payment_id: payment,
        amount_paise: 12_345,
        reason: 'The stock is gone',
        created_at: 1,
      }),
    )
    const { items: due } = await ask('listRefunds', { store })
    assert.deepEqual([due[0]?.amount, due[0]?.done_at], [123.45, null])
    assert.deepEqual((await ask('listRefunds', { store, state: 'done' })).items, [])
    assert.equal((await ask('readDeletion', { store })).refunds_due, 1)
    assert.equal((await call('listRefunds', { store, state: 'lost' })).status, 400)
    const overview = await ask('overview', { store, days: 7, offset: 330 })
    assert.deepEqual(overview.refunds_due, { count: 1, amount: 123.45 })
    const manager = await newPerson(app)
    await join(app, store, manager, 'manager')
    const forManager = await manager.ask('overview', { store, days: 7, offset: 330 })
    assert.deepEqual(forManager.refunds_due, { count: 0, amount: 0 }, 'whom refunds are not shown')
    await ask('finishRefund', { store, payment })
    assert.equal((await call('finishRefund', { store, payment })).status, 404)
    assert.deepEqual((await ask('listRefunds', { store })).items, [])
    assert.ok((await ask('listRefunds', { store, state: 'done' })).items[0]?.done_at)
  })

  test('a payment that nobody could make an order of is listed, counted, and done once', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app, 'Troubled')
    const { product_id: productId } = await ask('createProduct', { store, ...aProduct() })
    const begun = await startCheckout(app.world, { storeId: store, productId, input: aCustomer() })
    assert.ok('checkout' in begun)
    const begin = () => startPayment(app.world, testGateway(app.world), begun.checkout)
    const [payment, tried] = [await begin(), await begin()]
    await rowsOf(app.world.db, (sql) =>
      sql.updateTable('payments').set({ gateway: 'razorpay' }).where('id', '=', payment.id),
    )
    app.clock.advance(49 * 3_600_000)
    const at = app.world.now()
    const problem = {
      gateway: 'razorpay',
      reference: payment.reference,
      reason: 'Authorised, but not captured',
    }
    await notePaymentProblem(app.world.db, { store_id: store, ...problem, payment_id: payment.id, at })
    const foreign = { ...problem, reason: 'Paid in USD instead of INR' }
    await notePaymentProblem(app.world.db, {
      ...{ store_id: store, ...foreign, payment_id: payment.id, at: at - 1 },
    })
    await notePaymentProblem(app.world.db, {
      ...{
        store_id: store,
        gateway: 'test',
        reference: tried.reference,
        reason: 'Paid in USD instead of INR',
      },
      ...{ payment_id: tried.id, at },
    })
    const ofNobody = { reference: 'order_x', reason: 'No such payment was started', payment_id: null }
    await rowsOf(app.world.db, (sql) =>
      sql.insertInto('payment_problems').values({
        ...{ store_id: store, gateway: 'razorpay', ...ofNobody },
        ...{ times: 1, created_at: at, last_at: at, done_at: null },
      }),
    )
    const { items, next } = await ask('listPaymentProblems', { store, limit: 1 })
    assert.ok(next)
    const rest = await ask('listPaymentProblems', { store, limit: 1, after: next })
    assert.equal(rest.next, null)
    const customer = { customer_name: 'Meera Iyer', customer_email: 'meera@example.com' }
    const shown = { amount: 499.5, product_name: 'Brass lamp', ...customer, done_at: null }
    assert.deepEqual(
      [...items, ...rest.items],
      [
        { ...problem, ...shown, created_at: new Date(at).toISOString() },
        { ...foreign, ...shown, created_at: new Date(at - 1).toISOString() },
      ],
    )
    assert.equal((await ask('overview', { store, days: 7, offset: 330 })).payment_problems, 2)
    const manager = await newPerson(app)
    await join(app, store, manager, 'manager')
    assert.equal((await manager.ask('overview', { store, days: 7, offset: 330 })).payment_problems, 0)
    assert.equal((await ask('readDeletion', { store })).payment_problems, 2)
    const typed = { store, name: 'Troubled', current_password: PASSWORD }
    assert.equal((await call('deleteStore', typed)).body.error, '2 payments wait for a look, under Refunds.')
    await forgetWhoNeverPaid(app.world.db, at, at - 1)
    assert.equal((await ask('listPaymentProblems', { store })).items[0]?.customer_name, 'Meera Iyer')
    for (const each of [problem, foreign]) await ask('finishPaymentProblem', { store, ...each })
    assert.equal((await call('finishPaymentProblem', { store, ...problem })).status, 404)
    assert.deepEqual((await ask('listPaymentProblems', { store })).items, [])
    assert.ok((await ask('listPaymentProblems', { store, state: 'done' })).items[0]?.done_at)
    await forgetWhoNeverPaid(app.world.db, at, at - 1)
    const [forgotten] = (await ask('listPaymentProblems', { store, state: 'done' })).items
    assert.equal(forgotten?.customer_name, '')
    await ask('deleteStore', typed)
  })
})
