import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openOnEachEngine } from '../../harness/app/on-each-engine.ts'
import { newAccount, startRazorpay } from '../../harness/servers/razorpay-server.ts'
import { openShop } from '../../harness/shops/shop.ts'
import { setRazorpayKeys } from '../../server/actions/payments/razorpay-keys.ts'
import { deleteStore } from '../../server/actions/stores/delete-store.ts'
import { paymentPath } from '../../server/rules/stores/customer-paths.ts'
import { DAY_MS, HOUR_MS } from '../../server/rules/values/durations.ts'
import type { Queries } from '../../server/storage/engine.ts'
import { forgetWhoNeverPaid } from '../../server/storage/orders/unpaid-checkouts.ts'
import { countOpenProblems } from '../../server/storage/payments/payment-problem-list.ts'
import { findPayment } from '../../server/storage/payments/payments.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { findStore } from '../../server/storage/stores/stores.ts'
import { startCleaner } from '../../server/workers/cleaner.ts'
import { askAllDue, askUntil } from '../help/payments/ask-all-due.ts'

let razorpay: Awaited<ReturnType<typeof startRazorpay>>
before(async () => {
  razorpay = await startRazorpay()
})
after(() => razorpay[Symbol.asyncDispose]())

openOnEachEngine('money that comes late', (open) => {
  async function liveShop(account = newAccount()) {
    const app = await open(razorpay.settings)
    const shop = await openShop(app)
    razorpay.know(account)
    await setRazorpayKeys(app.world, shop.storeId, account)
    return { ...shop, app, account }
  }

  for (const hours of [23.5, 24.5, 47]) {
    test(`an unreported payment made ${hours} hours after it began is due for refund, and the store stays until then`, async () => {
      const {
        app: { world, clock },
        storeId,
        beginPaying,
        ledger,
      } = await liveShop()
      const { name } = (await findStore(world.db, storeId))!
      const payment = await beginPaying()
      const { reference, created_at } = payment
      await askUntil({ world, clock }, payment, created_at + hours * HOUR_MS)
      razorpay.pay(reference)
      await assert.rejects(
        deleteStore(world, { storeId, typedName: name, by: 'Asha' }),
        /A customer may still pay for what was begun/,
      )
      await askUntil({ world, clock }, payment, created_at + 48 * HOUR_MS + 1)
      const { orders, refund_tasks, payment_problems } = await ledger()
      assert.deepEqual(
        { orders, refund_tasks, payment_problems },
        { orders: 0, refund_tasks: 1, payment_problems: 0 },
      )
      assert.equal((await findPayment(world.db, storeId, 'razorpay', reference))?.ask_at, null)
    })
  }

  test('a clock that is days ahead loses no payment: polls, webhooks and callbacks still find it', async () => {
    const { app, account, beginPaying, ledger, storeId } = await liveShop()
    const { world, clock, url } = app
    const [first, second, third] = [await beginPaying(), await beginPaying(), await beginPaying()]
    const right = clock.now()
    clock.advance(400 * DAY_MS)
    await askAllDue(world)
    clock.set(right + HOUR_MS)
    razorpay.pay(first.reference)
    {
      await using _ = startCleaner(world, { limitsInDatabase: false })
      await nextTurn()
    }
    await askAllDue(world)
    assert.equal((await ledger()).orders, 1, 'found after an ordinary pause, and as an order')

    clock.set(right + 400 * DAY_MS)
    await askUntil({ world, clock }, second)
    await askUntil({ world, clock }, third)
    clock.set(right + 2 * HOUR_MS)
    const told = razorpay.webhook(account, 'order.paid', razorpay.pay(second.reference))
    await fetch(`${url}/payments/razorpay/${storeId}/webhook`, {
      method: 'POST',
      headers: { 'x-razorpay-signature': told.signature },
      body: told.body,
    })
    const back = razorpay.callback(account, razorpay.pay(third.reference))
    await fetch(url + paymentPath(third), { method: 'POST', body: new URLSearchParams(back) })
    assert.equal((await ledger()).orders, 3, 'webhook and callback count after polling has ended')
  })

  const customersOf = async (db: Queries, storeId: string) =>
    (
      await rowsOf(db, (sql) =>
        sql.selectFrom('checkouts').select('customer_name').where('store_id', '=', storeId),
      )
    ).map(({ customer_name }) => customer_name)

  const leftToLookAt = async (db: Queries, storeId: string) =>
    rowsOf(db, (sql) =>
      sql
        .selectFrom('payment_problems')
        .select('reason')
        .where('store_id', '=', storeId)
        .where('done_at', 'is', null),
    )

  test('a payment problem is no longer open once the payment is captured', async () => {
    const { app, storeId, beginPaying, ledger } = await liveShop()
    const { world, clock } = app
    const { reference } = await beginPaying()
    razorpay.pay(reference, { status: 'authorized' })
    clock.advance(HOUR_MS)
    await askAllDue(world)
    assert.equal((await leftToLookAt(world.db, storeId)).length, 1)
    razorpay.pay(reference)
    clock.advance(HOUR_MS)
    await askAllDue(world)
    assert.deepEqual([(await ledger()).orders, (await ledger()).payment_problems], [1, 1])
    assert.deepEqual(await leftToLookAt(world.db, storeId), [])
  })

  test('foreign and forged reports leave the seller no task, and block no erasure or store deletion', async () => {
    const { app, account, storeId, beginPaying } = await liveShop()
    const { world, clock, url } = app
    const { name } = (await findStore(world.db, storeId))!
    const [payment, other] = [await beginPaying(), await beginPaying()]
    const elsewhere = razorpay.webhook(account, 'payment.captured', razorpay.pay('order_elsewhere'))
    const told = await fetch(`${url}/payments/razorpay/${storeId}/webhook`, {
      method: 'POST',
      headers: { 'x-razorpay-signature': elsewhere.signature },
      body: elsewhere.body,
    })
    assert.equal(told.status, 200)
    const genuine = razorpay.callback(account, razorpay.pay(other.reference, { status: 'failed' }))
    for (const fields of [{ ...genuine, razorpay_signature: 'nonsense' }, genuine])
      await fetch(url + paymentPath(payment), { method: 'POST', body: new URLSearchParams(fields) })
    for (const each of [payment, other]) await askUntil({ world, clock }, each)
    clock.advance(40 * DAY_MS)
    assert.equal(await countOpenProblems(world.db, storeId), 0)
    await forgetWhoNeverPaid(world.db, clock.now() - 30 * DAY_MS, clock.now() - 90 * DAY_MS)
    assert.deepEqual(await customersOf(world.db, storeId), ['', ''])
    await deleteStore(world, { storeId, typedName: name, by: 'Asha' })
  })

  test('test payments leave no task once the store is live, and block no erasure or store deletion', async () => {
    const { app, storeId, beginPaying, ledger } = await liveShop(newAccount('test'))
    const { world, clock } = app
    const { name } = (await findStore(world.db, storeId))!
    for (let i = 0; i < 3; i++) await beginPaying()
    await setRazorpayKeys(world, storeId, razorpay.know(newAccount()))
    clock.advance(HOUR_MS)
    await askAllDue(world)
    assert.equal((await ledger()).payment_problems, 3, 'the reasons are kept')
    assert.deepEqual(await leftToLookAt(world.db, storeId), [])
    assert.equal(await countOpenProblems(world.db, storeId), 0)
    await forgetWhoNeverPaid(world.db, clock.now(), 0)
    assert.deepEqual(await customersOf(world.db, storeId), ['', '', ''])
    await deleteStore(world, { storeId, typedName: name, by: 'Asha' })
  })

  test('the customer of an open payment problem is kept for 90 days after its last report', async () => {
    const { app, storeId, beginPaying } = await liveShop()
    const { world, clock } = app
    razorpay.pay((await beginPaying()).reference, { status: 'authorized' })
    clock.advance(2 * DAY_MS)
    await askAllDue(world)
    const forget = () => forgetWhoNeverPaid(world.db, clock.now() - 30 * DAY_MS, clock.now() - 90 * DAY_MS)
    clock.advance(89 * DAY_MS)
    await forget()
    assert.deepEqual(await customersOf(world.db, storeId), ['Meera Iyer'])
    clock.advance(2 * DAY_MS)
    await forget()
    assert.deepEqual(await customersOf(world.db, storeId), [''])
    assert.equal(await countOpenProblems(world.db, storeId), 1)
  })
})
