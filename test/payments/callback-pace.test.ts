import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WITHOUT_WORKERS } from '../../harness/app/on-each-engine.ts'
import { reportCallback } from '../../server/actions/payments/report-callback.ts'
import { takeReport } from '../../server/actions/payments/take-report.ts'
import { DAY_MS } from '../../server/rules/values/durations.ts'
import { findPayment } from '../../server/storage/payments/payments.ts'
import { askNext } from '../../server/storage/payments/payments-to-ask.ts'
import type { World } from '../../server/world.ts'
import { askAllDue } from '../help/payments/ask-all-due.ts'
import { razorpayOnEachEngine } from '../help/payments/razorpay-on-each-engine.ts'

// Without workers: days pass here, and a poller would ask about payments of earlier tests.
razorpayOnEachEngine('callbacks of payments', WITHOUT_WORKERS, (begin) => {
  async function beginPaying(product?: object) {
    const begun = await begin(product)
    const { state } = begun.razorpay
    const asked = async (work: () => Promise<unknown>) => {
      const { asked: earlier } = state
      await work()
      return state.asked - earlier
    }
    return { ...begun, asked }
  }
  const whileAway = ({ razorpay, ...world }: World): World => ({
    ...world,
    razorpay: { ...razorpay, apiUrl: 'http://127.0.0.1:2' },
  })
  const all = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

  test('unsigned callbacks make the service ask Razorpay at most once in five seconds', async () => {
    const { app, asked, razorpay, shop, account, payment, post } = await beginPaying()
    const { world, clock } = app
    assert.equal(await asked(() => all(20, () => post({ x: '1' }))), 1)
    clock.advance(4999)
    assert.equal(await asked(() => post({ x: '1' })), 0)
    clock.advance(1)
    const instances = () => all(8, () => reportCallback(world, payment, {}))
    assert.equal(await asked(instances), 1, 'also if all have read the payment before the first one asks')

    const paid = razorpay.callback(account, razorpay.pay(payment.reference))
    assert.equal(await asked(() => post(paid)), 1, 'a signed callback is asked about at once')
    assert.equal((await shop.ledger()).orders, 1)
  })

  test('a signed callback before the capture is asked about again after seconds, however often it is sent', async () => {
    const { app, asked, razorpay, shop, account, payment, post } = await beginPaying()
    const { world, clock } = app
    const begun = clock.now()
    const paid = razorpay.pay(payment.reference, { status: 'authorized', created_at: begun / 1000 })
    const fields = razorpay.callback(account, paid)
    assert.equal(await asked(() => post(fields)), 1)
    const sent = () => all(8, () => reportCallback(world, payment, fields))
    assert.equal(await asked(sent), 1, 'sent again, it counts as unsigned')
    // As a poller does that asked at the same time with older knowledge.
    await askNext(world.db, payment, begun + 120_000)
    clock.advance(1999)
    assert.equal(await asked(() => askAllDue(world)), 0)
    const times = []
    for (let at = begun; at < begun + 10_000; at = clock.now()) {
      const { ask_at } = (await findPayment(world.db, shop.storeId, 'razorpay', payment.reference))!
      const askThen = () => {
        clock.set(ask_at!)
        return all(4, () => askAllDue(world))
      }
      times.push([ask_at! - begun, await asked(askThen)])
    }
    assert.deepEqual(times, [
      [2000, 1],
      [5000, 1],
      [10_000, 1],
    ])
    Object.assign(paid, { status: 'captured', captured: true })
    clock.set(begun + 20_000)
    await askAllDue(world)
    assert.equal((await shop.ledger()).orders, 1)
  })

  test('unsigned callbacks of a network cause 60 questions a minute, and a paid one still leads to the order', async () => {
    const { app, asked, razorpay, shop, account, payment, post } = await beginPaying({ stock: 7 })
    const { clock } = app
    clock.advance(60_000)
    const others = await all(6, () => shop.beginPaying())
    const unsigned = () => Promise.all(others.map((other) => post({ x: '1' }, other)))
    let questions = 0
    for (let seconds = 0; seconds < 60; seconds += 5) {
      questions += await asked(async () => assert.deepEqual(new Set(await unsigned()), new Set([303])))
      clock.advance(seconds < 55 ? 5000 : 4999)
    }
    assert.equal(questions, 60)
    const paid = razorpay.callback(account, razorpay.pay(payment.reference))
    assert.equal(await asked(async () => assert.equal(await post(paid), 303)), 1)
    assert.equal((await shop.ledger()).orders, 1)
    clock.advance(1)
    assert.equal(await asked(unsigned), 6)
  })

  test('two days after a payment began only signed callbacks are asked about', async () => {
    const { app, asked, razorpay, shop, account, payment, post } = await beginPaying()
    const { world, clock } = app
    const end = payment.created_at + 2 * DAY_MS
    await askNext(world.db, payment, null) // as when the poller has given up on it
    clock.set(end - 5000)
    assert.equal(await asked(() => post({ x: '1' })), 1)
    clock.set(end)
    assert.equal(await asked(() => post({ x: '1' })), 0)
    const paid = razorpay.callback(account, razorpay.pay(payment.reference))
    assert.equal(await asked(() => post(paid)), 1)
    assert.equal((await shop.ledger()).refund_tasks, 1)
  })

  test('a callback during an outage of Razorpay is asked about again in the next round', async () => {
    const { app, razorpay, shop, payment } = await beginPaying()
    razorpay.pay(payment.reference)
    await reportCallback(whileAway(app.world), payment, {})
    await askAllDue(app.world)
    assert.equal((await shop.ledger()).orders, 1)
  })

  test('a payment settled during a question about it is neither asked about again nor reopened', async () => {
    const { app, razorpay, shop, payment } = await beginPaying()
    const { world, clock } = app
    razorpay.pay(payment.reference)
    clock.set(payment.ask_at!)
    await askAllDue(world)
    await reportCallback(whileAway(world), payment, {})
    for (const kind of ['failed', 'pending', 'untried'] as const) await takeReport(world, payment, { kind })
    await takeReport(world, payment, { kind: 'authorised', since: clock.now() })
    const { status, ask_at, promised_at } = (await findPayment(
      world.db,
      shop.storeId,
      'razorpay',
      payment.reference,
    ))!
    assert.deepEqual({ status, ask_at, promised_at }, { status: 'paid', ask_at: null, promised_at: null })
  })

  test('a report of one payment changes no other payment of its store', async () => {
    const { app, shop, payment } = await beginPaying()
    const { world, clock } = app
    const other = await shop.beginPaying()
    const look = () => findPayment(world.db, shop.storeId, 'razorpay', other.reference)
    const before = await look()
    const authorised = { kind: 'authorised', since: clock.now() } as const
    const steps = {
      failed: () => takeReport(world, payment, { kind: 'failed' }),
      promised: () => takeReport(world, payment, authorised),
      unknown: () => reportCallback(whileAway(world), payment, {}),
      'given up': () => askNext(world.db, payment, null),
      paid: () => takeReport(world, payment, { kind: 'captured', amountPaise: payment.amount_paise }),
    }
    for (const [name, step] of Object.entries(steps)) {
      await step()
      assert.deepEqual(await look(), before, name)
    }
    await askNext(world.db, other, null)
    await takeReport(world, other, { kind: 'failed' })
    const late = await shop.beginPaying()
    await takeReport(world, late, { kind: 'failed' })
    await takeReport(world, late, { kind: 'pending' })
    assert.equal((await look())?.status, 'failed')
  })
})
