import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { changeOrderStatus } from '../../server/actions/orders/change-order-status.ts'
import { reviewOrder } from '../../server/actions/orders/review-order.ts'
import { finishRefund } from '../../server/actions/payments/finish-refund.ts'
import { deleteProduct } from '../../server/actions/products/delete-product.ts'
import { editProduct } from '../../server/actions/products/edit-product.ts'
import { deleteStore } from '../../server/actions/stores/delete-store.ts'
import { outcomePath, paymentPath } from '../../server/rules/stores/customer-paths.ts'
import { paymentsInvariant } from '../../server/storage/invariants/payments.ts'
import { findOffenders } from '../../server/storage/invariants.ts'
import { listOrderHistory } from '../../server/storage/orders/order-history.ts'
import { findPayment, notePaymentFailed } from '../../server/storage/payments/payments.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { findStore } from '../../server/storage/stores/stores.ts'
import { refundTasksOf } from '../help/payments/refund-tasks.ts'
import { NOTHING, ONE_ORDER, settling } from '../help/payments/settling.ts'

onEachEngine((running) => {
  const { lapse, open, payFor, settle, world } = settling(running)

  test('fifty reports at once make one order, one stock change, one event, one mail', async () => {
    const shop = await open()
    const payment = await shop.beginPaying({ quantity: '2' })
    const settled = await Promise.all(Array.from({ length: 50 }, () => settle(payment)))
    assert.equal(new Set(settled.map((each) => JSON.stringify(each))).size, 1)
    assert.equal(settled[0]?.kind, 'ordered')
    assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, stock: 3 })
  })

  test('fifty reports at once of money that came too late make one refund task', async () => {
    const shop = await open({ stock: 1 })
    const late = await shop.beginPaying()
    lapse()
    await settle(await shop.beginPaying())
    const settled = await Promise.all(Array.from({ length: 50 }, () => settle(late)))
    assert.deepEqual(new Set(settled.map(({ kind }) => kind)), new Set(['refund_due']))
    assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, refund_tasks: 1, stock: 0 })
    const [task] = await refundTasksOf(world().db, shop.storeId)
    assert.deepEqual(
      [task?.payment_id, task?.amount_paise, task?.reason],
      [late.id, late.amount_paise, 'The reservation had expired and the stock is gone'],
    )
  })

  test('any name can be ordered under, also if truncation would split a character in it', async () => {
    const shop = await open()
    const name = ['𐍈', '𠀀', '😀'].map((end) => `${'ﬃ'.repeat(19)}ff${end}`).join(' ')
    assert.equal((await settle(await shop.beginPaying({ name }))).kind, 'ordered')
    assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, stock: 4 })
  })

  test('two payments of one checkout at once: one order and one refund', async () => {
    const shop = await open()
    const started = await shop.reserve()
    assert.ok('checkout' in started)
    const payments = await Promise.all([payFor(started.checkout), payFor(started.checkout)])
    const settled = await Promise.all(payments.flatMap((payment) => [settle(payment), settle(payment)]))
    assert.deepEqual(settled.map(({ kind }) => kind).sort(), [
      'ordered',
      'ordered',
      'refund_due',
      'refund_due',
    ])
    assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, refund_tasks: 1, stock: 4 })
  })

  test('stock lowered below what is reserved goes to the first to pay, and the others are due a refund', async () => {
    const shop = await open({ stock: 3 })
    const payments = [await shop.beginPaying(), await shop.beginPaying(), await shop.beginPaying()]
    await editProduct(world(), { storeId: shop.storeId, id: shop.productId, input: { stock: 1 } })
    const kinds: string[] = []
    for (const payment of payments) kinds.push((await settle(payment)).kind)
    assert.deepEqual(kinds, ['ordered', 'refund_due', 'refund_due'])
    assert.equal((await shop.ledger()).stock, 0)
  })

  test('a checkout that is due a refund holds no stock', async () => {
    const shop = await open({ stock: 3 })
    const payment = await shop.beginPaying({ quantity: '3' })
    await editProduct(world(), { storeId: shop.storeId, id: shop.productId, input: { stock: 1 } })
    assert.equal((await settle(payment)).kind, 'refund_due')
    assert.ok('checkout' in (await shop.reserve()))
  })

  test('test money that came too late creates no refund task', async () => {
    const shop = await open({ stock: 1 })
    const late = await shop.tryPaying()
    await editProduct(world(), { storeId: shop.storeId, id: shop.productId, input: { stock: 0 } })
    assert.equal((await settle(late)).kind, 'refund_due')
    assert.equal((await settle(late)).kind, 'refund_due')
    assert.deepEqual(await shop.ledger(), { ...NOTHING, stock: 0 })
    const outcome = await fetch(`${running.app.url}${paymentPath(late)}/outcome`)
    assert.match(await outcome.text(), /no money was taken/)
    await editProduct(world(), { storeId: shop.storeId, id: shop.productId, input: { stock: 1 } })
    const page = await fetch(running.app.url + paymentPath(late), { redirect: 'manual' })
    assert.equal(page.headers.get('location'), outcomePath(late), 'it is not paid for again')
    const { first } = await findOffenders(world().db, paymentsInvariant, { now: world().now() })
    assert.deepEqual(first, [])
  })

  test('money for a product that was deleted meanwhile is due for refund', async () => {
    const shop = await open()
    const payment = await shop.beginPaying()
    await deleteProduct(world(), { storeId: shop.storeId, id: shop.productId })
    assert.equal((await settle(payment)).kind, 'refund_due')
    const [task] = await refundTasksOf(world().db, shop.storeId)
    assert.equal(task?.reason, 'The product has been deleted')
  })

  test('the open checkout of a deleted product does not block the deletion of the store', async () => {
    const shop = await open()
    await shop.reserve()
    const { storeId } = shop
    const { name } = (await findStore(world().db, storeId))!
    const deletion = { storeId, typedName: name, by: 'Asha' }
    await assert.rejects(deleteStore(world(), deletion), /A customer may still pay for what was begun/)
    await deleteProduct(world(), { storeId, id: shop.productId })
    await deleteStore(world(), deletion)
  })

  test('each customer reads whether their own refund is due or done', async () => {
    const shop = await open()
    const payments = [await shop.beginPaying(), await shop.beginPaying()]
    await deleteProduct(world(), { storeId: shop.storeId, id: shop.productId })
    for (const payment of payments) await settle(payment)
    await finishRefund(world(), { storeId: shop.storeId, paymentId: payments[0]!.id })
    const headings = payments.map(async (payment) => {
      const page = await (await fetch(running.app.url + outcomePath(payment))).text()
      return /<h1>(.*?)<\/h1>/.exec(page)?.[1]
    })
    assert.deepEqual(await Promise.all(headings), ['Your money was returned', 'Your money will be returned'])
  })

  test('an address with a NUL character answers 404', async () => {
    const { url } = running.app
    for (const path of ['/pay/test/%00', '/pay/%00/x/outcome', '/o/%00'])
      assert.equal((await fetch(url + path)).status, 404, path)
  })

  test('cancelling before dispatch puts the pieces back once, and they can be sold again', async () => {
    const shop = await open({ stock: 1 })
    const settled = await settle(await shop.beginPaying())
    assert.ok(settled.kind === 'ordered')
    const cancel = () =>
      changeOrderStatus(world(), {
        storeId: shop.storeId,
        orderId: settled.orderId,
        status: 'cancelled',
        source: 'api',
        actor: 'test',
      }).catch(() => {})
    await Promise.all(Array.from({ length: 10 }, cancel))
    assert.equal((await shop.ledger()).stock, 1)
    assert.equal((await settle(await shop.beginPaying())).kind, 'ordered')
    assert.equal((await shop.ledger()).stock, 0)
  })

  test('a cancelled order makes a refund due for the payment that paid for it, and for no unpaid attempt', async () => {
    const shop = await open()
    const started = await shop.reserve()
    assert.ok('checkout' in started)
    const paid = await payFor(started.checkout)
    await payFor(started.checkout)
    const live = { gateway: 'razorpay', account: 'rzp_live_1' } as const
    const { storeId } = shop
    await rowsOf(world().db, (sql) => sql.updateTable('payments').set(live).where('store_id', '=', storeId))
    const settled = await settle({ ...paid, ...live })
    assert.ok(settled.kind === 'ordered')
    const change = { storeId, orderId: settled.orderId, source: 'api', actor: 'test' } as const
    await changeOrderStatus(world(), { ...change, status: 'cancelled' })
    const tasks = await refundTasksOf(world().db, storeId)
    assert.deepEqual(
      tasks.map(({ payment_id }) => payment_id),
      [paid.id],
    )
  })

  test('a failure that is reported late undoes no payment', async () => {
    const shop = await open()
    const payment = await shop.beginPaying()
    await settle(payment)
    await notePaymentFailed(world().db, payment)
    const kept = await findPayment(world().db, shop.storeId, payment.gateway, payment.reference)
    assert.equal(kept?.status, 'paid')
  })

  test('cancelling never raises the stock above its limit', async () => {
    const shop = await open()
    const settled = await settle(await shop.beginPaying({ quantity: '3' }))
    assert.ok(settled.kind === 'ordered')
    const { storeId, productId: id } = shop
    await editProduct(world(), { storeId, id, input: { stock: 2_147_483_646 } })
    const change = { storeId, orderId: settled.orderId, source: 'api', actor: 'test' } as const
    await changeOrderStatus(world(), { ...change, status: 'cancelled' })
    assert.equal((await shop.ledger()).stock, 2_147_483_647)
  })

  test('changes within one millisecond stay in their order', async () => {
    const shop = await open()
    const settled = await settle(await shop.beginPaying())
    assert.ok(settled.kind === 'ordered')
    const { orderId } = settled
    const change = { storeId: shop.storeId, orderId, source: 'api', actor: 'test' } as const
    const road = ['processing', 'dispatched', 'delivered'] as const
    for (const status of road) await changeOrderStatus(world(), { ...change, status })
    await reviewOrder(world(), { store_id: shop.storeId, id: orderId }, { rating: 5, review: null })
    const history = await listOrderHistory(world().db, shop.storeId, orderId)
    assert.deepEqual(
      history.map(({ number, to_status }) => [number, to_status]),
      ['started', ...road, 'delivered'].map((status, i) => [i + 1, status]),
    )
  })

  test('an amount that is off by a paisa creates no order but a refund task, and the reason is kept', async () => {
    const shop = await open({ stock: 1 })
    const payment = await shop.beginPaying()
    const arrived = payment.amount_paise - 1
    for (const amount of [arrived, arrived, payment.amount_paise])
      assert.equal((await settle(payment, amount)).kind, 'refund_due')
    assert.deepEqual(await shop.ledger(), { ...NOTHING, refund_tasks: 1, payment_problems: 1, stock: 1 })
    const [task] = await refundTasksOf(world().db, shop.storeId)
    const reason = `Paid ${arrived} paise instead of ${payment.amount_paise}`
    assert.deepEqual([task?.amount_paise, task?.reason], [arrived, reason])
    const problems = await rowsOf(world().db, (sql) =>
      sql.selectFrom('payment_problems').select('reason').where('store_id', '=', shop.storeId),
    )
    assert.deepEqual(
      problems.map((problem) => problem.reason),
      [reason],
    )
    assert.ok('checkout' in (await shop.reserve()), 'and nothing is held any longer')
    const { first } = await findOffenders(world().db, paymentsInvariant, { now: world().now() })
    assert.deepEqual(first, [])
  })

  test('a payment of zero creates no refund task, and is listed for the seller to look at', async () => {
    const shop = await open({ stock: 1 })
    const payment = await shop.beginPaying()
    const reason = `Paid 0 paise instead of ${payment.amount_paise}`
    assert.deepEqual(await settle(payment, 0), { kind: 'refused', reason })
    assert.deepEqual(await shop.ledger(), { ...NOTHING, payment_problems: 1, stock: 1 })
  })
})
