import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { paymentPage } from '../../server/actions/gateways.ts'
import { setRazorpayKeys } from '../../server/actions/razorpay-keys.ts'
import { reportCallback } from '../../server/actions/report-callback.ts'
import { newAccount, startRazorpay } from '../help/razorpay-server.ts'
import { openOnEachEngine } from '../help/shared-app.ts'
import { openShop } from '../help/shop.ts'

let razorpay: Awaited<ReturnType<typeof startRazorpay>>
before(async () => {
  razorpay = await startRazorpay()
})
after(() => razorpay[Symbol.asyncDispose]())

openOnEachEngine('callbacks of payments', (open) => {
  test('who posts what is not signed makes us ask Razorpay once in five seconds, and a network 60 times a minute', async () => {
    const app = await open(razorpay.settings)
    const { world, clock } = app
    const shop = await openShop(app)
    const account = razorpay.know(newAccount())
    await setRazorpayKeys(world, shop.storeId, account)
    const payment = await shop.beginPaying()
    const post = async (fields: Record<string, string>) => {
      const body = new URLSearchParams(fields)
      return (await fetch(app.url + paymentPage(payment), { method: 'POST', body, redirect: 'manual' }))
        .status
    }
    const asked = async (work: () => Promise<unknown>) => {
      const { asked: earlier } = razorpay.state
      await work()
      return razorpay.state.asked - earlier
    }
    const all = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

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
})
