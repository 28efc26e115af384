import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportCallback } from '../../server/actions/payments/report-callback.ts'
import { findPayment } from '../../server/storage/payments/payments.ts'
import { askNext } from '../../server/storage/payments/payments-to-ask.ts'
import { askAllDue } from '../help/payments/ask-all-due.ts'
import { razorpayOnEachEngine } from '../help/payments/razorpay-on-each-engine.ts'

razorpayOnEachEngine('callbacks of payments', (begin) => {
  async function beginPaying() {
    const begun = await begin()
    const { state } = begun.razorpay
    const asked = async (work: () => Promise<unknown>) => {
      const { asked: earlier } = state
      await work()
      return state.asked - earlier
    }
    return { ...begun, asked }
  }
  const all = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

  test('who posts what is not signed makes us ask Razorpay once in five seconds, and a network 60 times a minute', async () => {
    const { app, asked, razorpay, shop, account, payment, post } = await beginPaying()
    const { world, clock } = app
    assert.equal(await asked(() => all(20, () => post({ x: '1' }))), 1)
    clock.advance(4999)
    assert.equal(await asked(() => post({ x: '1' })), 0)
    clock.advance(1)
    const instances = () => all(8, () => reportCallback(world, payment, {}))
    assert.equal(await asked(instances), 1, 'also where each has read the payment before the others asked')

    const paid = razorpay.callback(account, razorpay.pay(payment.reference))
    assert.equal(await asked(() => post(paid)), 1, 'what is signed waits for nothing')
    assert.equal((await shop.ledger()).orders, 1)
    const statuses = await all(50, () => post({ x: '1' }))
    assert.deepEqual([statuses.filter((each) => each === 429).length, new Set(statuses).size], [12, 2])
    clock.advance(60_000)
    assert.equal(await post({ x: '1' }), 303)
  })

  test('what comes back signed before it is captured is asked about again within seconds, however often it is sent', async () => {
    const { app, asked, razorpay, shop, account, payment, post } = await beginPaying()
    const { world, clock } = app
    const begun = clock.now()
    const paid = razorpay.pay(payment.reference, { status: 'authorized', created_at: begun / 1000 })
    const fields = razorpay.callback(account, paid)
    assert.equal(await asked(() => post(fields)), 1)
    const sent = () => all(8, () => reportCallback(world, payment, fields))
    assert.equal(await asked(sent), 1, 'sent again, it is as what is not signed')
    // As a poller that was asking meanwhile, and knows less.
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
})
