import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../harness/app/until.ts'
import { openPayment } from '../../server/actions/payments/open-payment.ts'
import { reportCallback } from '../../server/actions/payments/report-callback.ts'
import { takeReport } from '../../server/actions/payments/take-report.ts'
import { outcomePath, paymentPath } from '../../server/rules/stores/customer-paths.ts'
import { MINUTE_MS } from '../../server/rules/values/durations.ts'
import { findCheckout } from '../../server/storage/orders/checkouts.ts'
import { findPayment, findPaymentByToken } from '../../server/storage/payments/payments.ts'
import { askAllDue } from '../help/payments/ask-all-due.ts'
import { razorpayOnEachEngine } from '../help/payments/razorpay-on-each-engine.ts'
import { ONE_SOLD } from '../help/payments/razorpay-shop.ts'

razorpayOnEachEngine('payments that are tried again', {}, (begin) => {
  /** A payment whose first attempt has failed, with the customer's view of it. */
  async function failOnce() {
    const begun = await begin()
    const { app, account, payment, razorpay, shop } = begun
    const { world, clock } = app
    const tryOnce = (status: string) =>
      razorpay.pay(payment.reference, { status, created_at: clock.now() / 1000 })
    const kept = async () => (await findPayment(world.db, shop.storeId, 'razorpay', payment.reference))!
    /** An unsigned callback, as from a customer who comes back, after a pause that makes each one count. */
    const askNow = async () => {
      clock.advance(5000)
      await begun.post({})
    }
    const heading = async () => {
      const page = await (await fetch(app.url + outcomePath(payment))).text()
      return /<h1>(.*)<\/h1>/.exec(page)?.[1]
    }
    /** The address to which submitting the form again redirects. */
    const formLeadsTo = async () => {
      const checkout = await findCheckout(world.db, shop.storeId, payment.checkout_id)
      return openPayment(world, checkout!)
    }
    const sign = (paid: ReturnType<typeof tryOnce>) => razorpay.callback(account, paid)
    tryOnce('failed')
    await askNow()
    assert.equal(await heading(), 'The payment did not go through')
    return { ...begun, world, clock, tryOnce, kept, askNow, heading, formLeadsTo, sign }
  }

  test('an authorisation after a failed attempt: the customer waits, cannot begin a second payment, is charged once', async () => {
    const { shop, payment, post, tryOnce, heading, formLeadsTo, sign, ...rest } = await failOnce()
    const second = tryOnce('authorized')
    await post(sign(second))
    assert.equal(await heading(), 'Waiting for your bank')
    assert.equal(await formLeadsTo(), paymentPath(payment))
    Object.assign(second, { status: 'captured', captured: true })
    rest.clock.advance(2000)
    await askAllDue(rest.world)
    assert.deepEqual(await shop.ledger(), ONE_SOLD)
  })

  test('an authorised payment asks its returning customer to pay again only if it stays uncaptured', async () => {
    const { app, clock, payment, post, tryOnce, sign } = await failOnce()
    const look = async (path: string) => {
      const answer = await fetch(app.url + path, { redirect: 'manual' })
      return { to: answer.headers.get('location'), page: await answer.text() }
    }
    const [paying, outcome] = [paymentPath(payment), outcomePath(payment)]
    assert.match((await look(paying)).page, /id="pay"/)
    await post(sign(tryOnce('authorized')))
    assert.equal((await look(paying)).to, outcome)
    assert.doesNotMatch((await look(outcome)).page, /Paid nothing yet/)
    clock.advance(10 * MINUTE_MS)
    assert.match((await look(paying)).page, /id="pay"/)
    assert.match((await look(outcome)).page, /Paid nothing yet/)
  })

  test('a signed authorisation counts also while the provider cannot be asked', async () => {
    const { post, razorpay, tryOnce, heading, sign } = await failOnce()
    const second = tryOnce('authorized')
    razorpay.state.down = true
    try {
      await post(sign(second))
    } finally {
      razorpay.state.down = false
    }
    assert.equal(await heading(), 'Waiting for your bank')
  })

  test('a payment has not failed while an attempt is under way after a failed one', async () => {
    const { payment, tryOnce, askNow, heading, formLeadsTo } = await failOnce()
    const second = tryOnce('created')
    await askNow()
    assert.equal(await heading(), 'Waiting for your bank')
    assert.equal(await formLeadsTo(), paymentPath(payment))
    second.status = 'failed'
    await askNow()
    assert.equal(await heading(), 'The payment did not go through')
  })

  test('an authorisation after a failed one counts anew, and is asked about again soon', async () => {
    const { clock, post, tryOnce, kept, askNow, heading, sign } = await failOnce()
    const second = tryOnce('authorized')
    await post(sign(second))
    second.status = 'failed'
    await askNow()
    assert.equal(await heading(), 'The payment did not go through')
    clock.advance(30 * MINUTE_MS)
    tryOnce('authorized')
    await askNow()
    assert.equal(await heading(), 'Waiting for your bank')
    assert.equal((await kept()).ask_at, clock.now() + 2000)
  })

  test('a payment authorised for long and never captured is a problem, not a failure', async () => {
    const { clock, shop, tryOnce, askNow, kept } = await failOnce()
    tryOnce('authorized')
    clock.advance(10 * MINUTE_MS)
    await askNow()
    assert.equal((await kept()).status, 'started')
    assert.equal((await shop.ledger()).payment_problems, 1)
  })

  test('once another payment of the form is paid, the failed one leads to the order', async () => {
    const { app, payment, razorpay, kept, formLeadsTo, world } = await failOnce()
    const second = await formLeadsTo()
    assert.notEqual(second, paymentPath(payment))
    const { reference } = (await findPaymentByToken(world.db, second.split('/').at(-1)!))!
    razorpay.pay(reference)
    await fetch(app.url + second, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' })
    assert.equal((await kept()).status, 'failed')
    const outcome = await fetch(app.url + outcomePath(payment), { redirect: 'manual' })
    assert.equal(outcome.headers.get('location'), await formLeadsTo())
    assert.match(await formLeadsTo(), /^\/o\//)
  })

  test('an answer asked for before the authorisation fails nothing; a later one does', async () => {
    const { clock, post, razorpay, tryOnce, askNow, heading, kept, sign } = await failOnce()
    const { state } = razorpay
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const earlier = state.asked
    state.held = held
    const late = askNow()
    await until(async () => state.asked > earlier)
    state.held = Promise.resolve()
    const second = tryOnce('authorized')
    await post(sign(second))
    letGo()
    await late
    assert.equal(await heading(), 'Waiting for your bank')
    second.status = 'failed'
    clock.set((await kept()).ask_at!)
    await askNow()
    assert.equal(await heading(), 'The payment did not go through')
  })

  test('a signed attempt that the provider reports as failed is a failure', async () => {
    const { post, tryOnce, heading, sign } = await failOnce()
    await post(sign(tryOnce('failed')))
    assert.equal(await heading(), 'The payment did not go through')
  })

  test('an authorisation survives simultaneous answers from before it', async () => {
    const { world, tryOnce, heading, kept, sign } = await failOnce()
    const before = await kept()
    const fields = sign(tryOnce('authorized'))
    const fail = () => takeReport(world, before, { kind: 'failed' })
    await Promise.all([fail(), reportCallback(world, before, fields), fail(), fail()])
    await fail()
    assert.equal(await heading(), 'Waiting for your bank')
  })
})
