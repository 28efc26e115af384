import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { aCustomer } from '../../harness/shops/shop.ts'
import { startCheckout } from '../../server/actions/orders/start-checkout.ts'
import { testGateway } from '../../server/actions/payments/gateways.ts'
import { openPayment } from '../../server/actions/payments/open-payment.ts'
import { startOnePayment, startPayment } from '../../server/actions/payments/start-payment.ts'
import type { PurchaseInput } from '../../server/rules/checkout/purchase.ts'
import { outcomePath, paymentPath } from '../../server/rules/stores/customer-paths.ts'
import { paymentsInvariant } from '../../server/storage/invariants/payments.ts'
import { stockInvariant } from '../../server/storage/invariants/stock.ts'
import { findOffenders } from '../../server/storage/invariants.ts'
import { findCheckout } from '../../server/storage/orders/checkouts.ts'
import type { PaymentRow } from '../../server/storage/payments/payment-rows.ts'
import { notePaymentFailed } from '../../server/storage/payments/payments.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { decidedAtOnce } from '../help/decided-at-once.ts'
import { refundTasksOf } from '../help/payments/refund-tasks.ts'
import { ONE_ORDER, settling } from '../help/payments/settling.ts'

const DOUBLE = 'The customer sent the form twice and has paid for the other one'

onEachEngine((running) => {
  const { open, payFor, settle, world } = settling(running)

  /** A shop, and one customer's form that can be submitted several times. */
  async function withForm(product: object) {
    const shop = await open(product)
    const { storeId, productId } = shop
    const begin = (input: Partial<PurchaseInput> = {}) =>
      startCheckout(world(), { storeId, productId, input: aCustomer(input), attempt: 'the-same-form' })
    const send = async (input?: Partial<PurchaseInput>) => {
      const started = await begin(input)
      assert.ok('checkout' in started)
      return started.checkout
    }
    const sendAndPay = async (input?: Partial<PurchaseInput>) => payFor(await send(input))
    return { ...shop, begin, send, sendAndPay }
  }
  /** Opens the page on which the payment's checkout can be paid with test money. */
  const look = async ({ store_id, checkout_id }: PaymentRow, part = '', hasFailed = false) => {
    const checkout = (await findCheckout(world().db, store_id, checkout_id))!
    const payment = await startPayment(world(), testGateway(world()), checkout)
    if (hasFailed) await notePaymentFailed(world().db, payment)
    const answer = await fetch(running.app.url + paymentPath(payment) + part, { redirect: 'manual' })
    return answer.headers.get('location') ?? (await answer.text())
  }
  async function nothingIsWrong() {
    for (const invariant of [paymentsInvariant, stockInvariant])
      assert.deepEqual((await findOffenders(world().db, invariant, { now: world().now() })).first, [])
  }

  test('a payment for a form’s first submission buys the last piece, reserved only by the second', async () => {
    const shop = await withForm({ stock: 1 })
    const first = await shop.sendAndPay()
    const second = await shop.sendAndPay({ special_instructions: 'A gift' })
    assert.match(await look(first), />Pay</)
    assert.equal((await settle(first)).kind, 'ordered')
    assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, stock: 0 })
    assert.match(await openPayment(world(), await shop.send()), /^\/o\//, 'the form now leads to the order')
    assert.match(await look(second), /^\/o\//)
    assert.match(await look(second, '/outcome'), /^\/o\//, 'it no longer waits for a payment')

    assert.equal((await settle(second)).kind, 'refund_due')
    assert.equal((await settle(first)).kind, 'ordered')
    assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, refund_tasks: 1, stock: 0 })
    const [task] = await refundTasksOf(world().db, shop.storeId)
    assert.deepEqual([task?.payment_id, task?.reason], [second.id, DOUBLE])
    await nothingIsWrong()
  })

  test('a payment for the first submission is due for refund once the second is paid, also with stock left', async () => {
    const shop = await withForm({ stock: 5 })
    const payments = [await shop.sendAndPay(), await shop.sendAndPay({ quantity: '2' })] as const
    const last = await shop.sendAndPay({ quantity: '3' })
    assert.equal((await settle(last)).kind, 'ordered')
    for (const payment of payments) {
      assert.match(await look(payment), /^\/o\//)
      assert.match(await look(payment, '/outcome', true), /^\/o\//, 'also where it has failed')
      assert.equal((await settle(payment)).kind, 'refund_due')
      const outcome = await (await fetch(running.app.url + outcomePath(payment))).text()
      assert.match(outcome, /will be returned.*You have bought this already: <a href="\/o\//s)
    }
    assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, refund_tasks: 2, stock: 2 })
    await nothingIsWrong()
  })

  test('one form that two tabs send at once begins one payment, which both lead to', async () => {
    const shop = await withForm({ stock: 1 })
    const sendings = Array.from({ length: 6 }, async () => openPayment(world(), await shop.send()))
    assert.equal(new Set(await Promise.all(sendings)).size, 1)
    const begun = await rowsOf(world().db, (sql) =>
      sql.selectFrom('payments').select('id').where('store_id', '=', shop.storeId),
    )
    assert.equal(begun.length, 1)
  })

  test('of two payments that begin at once for one checkout, the first is kept for both', async () => {
    const checkout = await (await withForm({ stock: 1 })).send()
    const atOnce = decidedAtOnce(world(), 2)
    const begin = () => startOnePayment(atOnce, testGateway(world()), checkout)
    const [one, other] = await Promise.all([begin(), begin()])
    assert.equal(one.id, other.id)
  })

  test('three submissions paid at once, during a fourth: one order, and refunds for the others', async () => {
    for (let round = 0; round < 5; round++) {
      const shop = await withForm({ stock: 4 })
      const payments: PaymentRow[] = []
      for (const special_instructions of ['a', 'b', 'c'])
        payments.push(await shop.sendAndPay({ special_instructions }))
      const settled = Promise.all(payments.flatMap((payment) => [settle(payment), settle(payment)]))
      const fourth = await shop.begin({ special_instructions: 'd' })
      const last = 'checkout' in fourth ? await payFor(fourth.checkout) : undefined
      const kinds = (await settled).map(({ kind }) => kind)
      assert.equal(kinds.filter((kind) => kind === 'ordered').length, 2)
      // If the money arrived first, the fourth submission has started no payment.
      if (last) assert.equal((await settle(last)).kind, 'refund_due')
      else assert.ok('bought' in fourth)
      const { orders, stock, refund_tasks } = await shop.ledger()
      assert.deepEqual({ orders, stock, refund_tasks }, { orders: 1, stock: 3, refund_tasks: last ? 3 : 2 })
    }
    await nothingIsWrong()
  })

  test('a payment for the first submission takes no stock reserved for others or for the second', async () => {
    const shop = await withForm({ stock: 2 })
    const first = await shop.sendAndPay({ quantity: '2' })
    const second = await shop.sendAndPay()
    const other = await shop.beginPaying()
    assert.match(await look(first), /no longer available/)
    assert.equal((await settle(first)).kind, 'refund_due')
    assert.equal((await findCheckout(world().db, shop.storeId, second.checkout_id))?.status, 'open')
    for (const payment of [other, second]) assert.equal((await settle(payment)).kind, 'ordered')
    assert.equal((await shop.ledger()).stock, 0)
    await nothingIsWrong()
  })
})
