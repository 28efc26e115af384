import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aProduct } from '../../../harness/app/app.ts'
import { openOnEachEngine } from '../../../harness/app/on-each-engine.ts'
import { join, newOwner, newPerson, PASSWORD } from '../../../harness/shops/dashboard.ts'
import { ownerWithProduct, placeOrder } from '../../../harness/shops/dashboard-shop.ts'
import { placePaidOrder } from '../../../harness/shops/paid-order.ts'
import { aCustomer } from '../../../harness/shops/shop.ts'
import { startCheckout } from '../../../server/actions/orders/start-checkout.ts'
import { testGateway } from '../../../server/actions/payments/gateways.ts'
import { settlePayment } from '../../../server/actions/payments/settle-payment.ts'
import { startPayment } from '../../../server/actions/payments/start-payment.ts'
import { forgetWhoNeverPaid } from '../../../server/storage/orders/unpaid-checkouts.ts'
import { notePaymentProblem } from '../../../server/storage/payments/payment-problems.ts'
import { rowsOf } from '../../../server/storage/statement.ts'

openOnEachEngine('refunds and payments to look at', (open) => {
  test('cancelling a paid order makes a refund due, cancelling a test order does not', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, store } = owner
    const paid = async (account: string) =>
      (await placePaidOrder(app.world, { storeId: store, productId: owner.product, account })).order_id
    const tests = [await paid('rzp_test_1'), await placeOrder(app, owner)]
    const live = await paid('rzp_live_1')
    for (const order of [live, ...tests])
      await ask('changeOrderStatus', { store, order, status: 'cancelled' })
    const { items } = await ask('listRefunds', { store })
    assert.deepEqual(
      items.map((task) => [task.order_id, task.order_number, task.amount, task.reason, task.customer_name]),
      [[live, 1003, 120, 'The order was cancelled', 'Asha Rao']],
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

  test('a refund that is due is listed to the owner and done once', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const { product_id: productId } = await ask('createProduct', { store, ...aProduct({ price: 123.45 }) })
    const { order_id: order } = await placePaidOrder(app.world, { storeId: store, productId })
    await ask('changeOrderStatus', { store, order, status: 'cancelled' })
    const { items: due } = await ask('listRefunds', { store })
    const payment = due[0]!.payment_id
    assert.deepEqual([due[0]?.amount, due[0]?.done_at], [123.45, null])
    assert.deepEqual((await ask('listRefunds', { store, state: 'done' })).items, [])
    assert.equal((await ask('readDeletion', { store })).refunds_due, 1)
    assert.equal((await call('listRefunds', { store, state: 'lost' })).status, 400)
    const overview = await ask('overview', { store, days: 7, offset: 330 })
    assert.deepEqual(overview.refunds_due, { count: 1, amount: 123.45 })
    const manager = await newPerson(app)
    await join(app, store, manager, 'manager')
    const forManager = await manager.ask('overview', { store, days: 7, offset: 330 })
    assert.deepEqual(forManager.refunds_due, { count: 0, amount: 0 }, 'managers do not see refunds')
    await ask('finishRefund', { store, payment })
    assert.equal((await call('finishRefund', { store, payment })).status, 404)
    assert.deepEqual((await ask('listRefunds', { store })).items, [])
    assert.ok((await ask('listRefunds', { store, state: 'done' })).items[0]?.done_at)
  })

  test('refunds are listed newest first, and each is marked as done by itself', async () => {
    const app = await open()
    const { ask, store, product: productId } = await ownerWithProduct(app)
    const cancelled = async () => {
      const { order_id: order } = await placePaidOrder(app.world, { storeId: store, productId })
      await ask('changeOrderStatus', { store, order, status: 'cancelled' })
      app.clock.advance(1)
      return order
    }
    const [first, second] = [await cancelled(), await cancelled()]
    const { items, next } = await ask('listRefunds', { store, limit: 1 })
    const rest = await ask('listRefunds', { store, limit: 1, after: next! })
    assert.deepEqual(
      [...items, ...rest.items].map(({ order_id }) => order_id),
      [second, first],
    )
    await ask('finishRefund', { store, payment: items[0]!.payment_id })
    const told = async (order: string) => (await ask('readOrder', { store, order })).refund
    assert.deepEqual([await told(first), await told(second)], ['due', 'done'])
    const { refunds_due } = await ask('overview', { store, days: 7, offset: 330 })
    assert.deepEqual(refunds_due, { count: 1, amount: 120 })
  })

  test('each payment problem is closed by itself, by the seller or by becoming an order', async () => {
    const app = await open()
    const { ask, store, product: productId } = await ownerWithProduct(app)
    const at = app.world.now()
    const reason = 'Authorised, but not captured'
    const names = []
    for (const reference of ['order_1', 'order_2', 'order_3']) {
      const begun = await startCheckout(app.world, { storeId: store, productId, input: aCustomer() })
      assert.ok('checkout' in begun)
      const { id, amount_paise } = await startPayment(app.world, testGateway(app.world), begun.checkout)
      await rowsOf(app.world.db, (sql) =>
        sql.updateTable('payments').set({ gateway: 'razorpay', reference }).where('id', '=', id),
      )
      const problem = { gateway: 'razorpay', reference, reason } as const
      await notePaymentProblem(app.world.db, { store_id: store, ...problem, payment_id: id, at })
      names.push({ ...problem, amountPaise: amount_paise })
    }
    const [looked, arrived] = [names[0]!, names[1]!]
    const listed = async (state: 'due' | 'done') =>
      (await ask('listPaymentProblems', { store, state })).items.map(({ reference }) => reference).sort()
    const { amountPaise, ...problem } = looked
    await ask('finishPaymentProblem', { store, ...problem })
    assert.deepEqual([await listed('due'), await listed('done')], [['order_2', 'order_3'], ['order_1']])
    await settlePayment(app.world, { storeId: store, ...arrived, amountPaise })
    assert.deepEqual([await listed('due'), await listed('done')], [['order_3'], ['order_1', 'order_2']])
  })

  test('a payment that could not become an order is listed, counted, and marked as done once', async () => {
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
    const { items: done } = await ask('listAudit', { store })
    assert.equal(done.filter(({ action }) => action === 'payment_problem.done').length, 2)
    assert.deepEqual((await ask('listPaymentProblems', { store })).items, [])
    const { items: over } = await ask('listPaymentProblems', { store, state: 'done' })
    assert.equal(over.length, 2, 'the test payment is not among them')
    assert.ok(over[0]?.done_at)
    await forgetWhoNeverPaid(app.world.db, at, at - 1)
    const [forgotten] = (await ask('listPaymentProblems', { store, state: 'done' })).items
    assert.equal(forgotten?.customer_name, '')
    await ask('deleteStore', typed)
  })
})
