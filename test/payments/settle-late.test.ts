import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { deleteProduct } from '../../server/actions/products/delete-product.ts'
import { editProduct } from '../../server/actions/products/edit-product.ts'
import { paymentPath } from '../../server/rules/stores/customer-paths.ts'
import { DAY_MS } from '../../server/rules/values/durations.ts'
import { findCheckout } from '../../server/storage/orders/checkouts.ts'
import { forgetWhoNeverPaid } from '../../server/storage/orders/unpaid-checkouts.ts'
import { notePaymentProblem } from '../../server/storage/payments/payment-problems.ts'
import type { PaymentRow } from '../../server/storage/payments/payment-rows.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { refundTasksOf } from '../help/payments/refund-tasks.ts'
import { ONE_ORDER, QUARTER_HOUR, settling } from '../help/payments/settling.ts'

onEachEngine((running) => {
  const { lapse, open, settle, world } = settling(running)

  test('an expired reservation becomes an order while stock is free, and takes none reserved for others', async () => {
    const shop = await open({ stock: 2 })
    const [first, second] = [await shop.beginPaying(), await shop.beginPaying()]
    lapse()
    const holder = await shop.beginPaying()
    assert.equal((await settle(first)).kind, 'ordered')
    assert.equal((await settle(second)).kind, 'refund_due')
    assert.equal((await settle(holder)).kind, 'ordered')
    assert.equal((await shop.ledger()).stock, 0)
  })

  test('twenty customers with expired reservations pay at once for the last piece: one order, nineteen refunds', async () => {
    const shop = await open({ stock: 1 })
    const payments: PaymentRow[] = []
    for (let i = 0; i < 20; i++) {
      payments.push(await shop.beginPaying())
      lapse()
    }
    await Promise.all(payments.map((payment) => settle(payment)))
    assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, refund_tasks: 19, stock: 0 })
  })

  test('customers who never paid are erased; those who paid, are owed money or may still pay are not', async () => {
    const [shop, gone] = [await open(), await open()]
    const words = { special_instructions: 'Ring twice' }
    const [paid, never, owed] = [
      await shop.beginPaying(),
      await shop.beginPaying(words),
      await gone.beginPaying(),
    ]
    const kept = { network: 'a hash', answers: '[{"question":"Your name","type":"text","answer":"Meera"}]' }
    await rowsOf(world().db, (sql) =>
      sql.updateTable('checkouts').set(kept).where('id', '=', never.checkout_id),
    )
    await settle(paid)
    await deleteProduct(world(), { storeId: gone.storeId, id: gone.productId })
    await settle(owed)
    running.clock.advance(QUARTER_HOUR + 1)
    const late = await shop.beginPaying()
    assert.equal(await forgetWhoNeverPaid(world().db, running.clock.now(), 0), false)
    const customer = async ({ store_id, checkout_id }: PaymentRow) => {
      const kept = await findCheckout(world().db, store_id, checkout_id)
      return [kept?.customer_name, kept?.customer_email, kept?.customer_phone, kept?.pincode, kept?.address]
    }
    assert.deepEqual(await customer(never), ['', '', '', '', null])
    const { special_instructions, answers, network } = (await findCheckout(
      world().db,
      shop.storeId,
      never.checkout_id,
    ))!
    assert.deepEqual([special_instructions, answers, network], [null, '[]', null])
    assert.equal((await settle(never)).kind, 'refund_due', 'the customer’s address is erased')
    for (const known of [paid, owed, late]) assert.equal((await customer(known))[0], 'Meera Iyer')
    await rowsOf(world().db, (sql) =>
      sql.updateTable('refund_tasks').set({ done_at: 1 }).where('payment_id', '=', owed.id),
    )
    await forgetWhoNeverPaid(world().db, running.clock.now(), 0)
    assert.equal((await customer(owed))[0], '', 'erased once the money was returned')
  })

  test('the customer of a payment problem is erased only some time after its last report', async () => {
    const shop = await open()
    const { id, checkout_id, reference } = await shop.beginPaying()
    const live = { gateway: 'razorpay', account: 'rzp_live_1' } as const
    await rowsOf(world().db, (sql) => sql.updateTable('payments').set(live).where('id', '=', id))
    const began = running.clock.now()
    for (const at of [began, began + DAY_MS])
      await notePaymentProblem(world().db, {
        ...{ store_id: shop.storeId, gateway: 'razorpay', reference, payment_id: id, reason: 'Why', at },
      })
    running.clock.advance(2 * DAY_MS)
    const nameAfter = async (problemsBefore: number) => {
      await forgetWhoNeverPaid(world().db, running.clock.now(), problemsBefore)
      return (await findCheckout(world().db, shop.storeId, checkout_id))?.customer_name
    }
    assert.equal(await nameAfter(began + DAY_MS), 'Meera Iyer')
    assert.equal(await nameAfter(began + DAY_MS + 1), '')
  })

  test('an inactive product begins no checkout, but one begun earlier can still be paid', async () => {
    const shop = await open()
    const payment = await shop.beginPaying()
    await editProduct(world(), { storeId: shop.storeId, id: shop.productId, input: { is_active: false } })
    assert.ok('problems' in (await shop.reserve()))
    assert.equal((await settle(payment)).kind, 'ordered')
  })

  test('an expired reservation can be paid for a day, while price, choices and availability stay', async () => {
    const shop = await open({ price: 100, size: ['S', 'M'] })
    const payment = await shop.tryPaying({ size: 'M' })
    const edit = (input: object) => editProduct(world(), { storeId: shop.storeId, id: shop.productId, input })
    const page = async () => (await fetch(running.app.url + paymentPath(payment))).text()
    const ended = /<h1>This payment has ended<\/h1>/
    await edit({ current_price: 500, is_active: false })
    assert.match(await page(), />Pay</, 'while it is held')
    lapse()
    assert.match(await page(), /<h1>Brass lamp is no longer available<\/h1>/)
    await edit({ is_active: true })
    assert.match(await page(), ended)
    assert.doesNotMatch(await page(), /<form/)
    await edit({ current_price: 100, shipping_cost: 40 })
    assert.match(await page(), ended)
    await edit({ shipping_cost: 0, size: ['S'] })
    assert.match(await page(), ended)
    await edit({ size: ['M', 'L'] })
    assert.match(await page(), />Pay</)
    running.clock.advance(DAY_MS - QUARTER_HOUR - 1)
    assert.match(await page(), />Pay</)
    running.clock.advance(1)
    assert.match(await page(), ended)
  })

  test('money that arrives after a day is due for refund, also once its customer has been erased', async () => {
    const shop = await open()
    const [inTime, late, forgotten] = [
      await shop.beginPaying(),
      await shop.beginPaying(),
      await shop.beginPaying(),
    ]
    running.clock.advance(DAY_MS - 1)
    assert.equal((await settle(inTime)).kind, 'ordered')
    running.clock.advance(1)
    assert.equal((await settle(late)).kind, 'refund_due')
    running.clock.advance(32 * DAY_MS)
    await forgetWhoNeverPaid(world().db, running.clock.now() - 30 * DAY_MS, 0)
    assert.equal((await settle(forgotten)).kind, 'refund_due')
    assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, refund_tasks: 2, stock: 4 })
    const tasks = await refundTasksOf(world().db, shop.storeId)
    const reason = 'The payment arrived more than a day after the checkout'
    assert.deepEqual(new Set(tasks.map((task) => task.reason)), new Set([reason]))
  })
})
