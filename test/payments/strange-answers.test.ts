import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../harness/app/until.ts'
import { razorpayOf } from '../../server/actions/payments/gateways.ts'
import { GatewayUnavailable } from '../../server/payments/gateway.ts'
import { RazorpayGateway } from '../../server/payments/razorpay-gateway.ts'
import { ASKED_FOR_MS } from '../../server/rules/payments/ask-again.ts'
import { outcomePath } from '../../server/rules/stores/customer-paths.ts'
import { HOUR_MS, MINUTE_MS } from '../../server/rules/values/durations.ts'
import type { PaymentRow } from '../../server/storage/payments/payment-rows.ts'
import { findPayment } from '../../server/storage/payments/payments.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { askAboutDuePayments } from '../../server/workers/payments.ts'
import { ONE_SOLD, withRazorpay } from '../help/payments/razorpay-shop.ts'
import { startPlainServer } from '../help/plain-server.ts'

const { askAll, callBack, clock, liveShop, town } = withRazorpay()

const kept = async ({ store_id, reference }: PaymentRow) =>
  (await findPayment(town.app.world.db, store_id, 'razorpay', reference))!

/** During `work`, Razorpay answers every request with this page. */
async function answeringWith(page: string, work: () => Promise<void>) {
  town.razorpay.state.page = page
  try {
    await work()
  } finally {
    town.razorpay.state.page = ''
  }
}

const MAINTENANCE = '<!doctype html><title>Back soon</title>'

for (const page of [MAINTENANCE, 'null', '"ok"', '[]', '{}', '{"id":7,"items":{},"status":null}']) {
  test(`an answer that is not Razorpay's counts as unavailable, for every call: ${page}`, async () => {
    const { beginPaying, account, storeId } = await liveShop()
    const payment = await beginPaying()
    const signed = town.razorpay.callback(account, town.razorpay.pay(payment.reference))
    const gateway = (await razorpayOf(town.app.world, storeId))!
    await answeringWith(page, async () => {
      await assert.rejects(gateway.start({ paymentId: payment.id, amountPaise: 100 }), GatewayUnavailable)
      await assert.rejects(gateway.verifyCallback(payment, signed), GatewayUnavailable)
      await assert.rejects(gateway.ask(payment), GatewayUnavailable)
      await assert.rejects(gateway.acceptsKeys(), GatewayUnavailable)
    })
  })
}

test('an answer that trickles in without end is given up', { timeout: 60_000 }, async () => {
  await using server = await startPlainServer((_request, response) => {
    const dripping = setInterval(() => response.write(' '), 50)
    response.on('close', () => clearInterval(dripping))
  })
  const keys = { keyId: 'rzp_test_abcdefghijklmn', keySecret: 'secret', webhookSecret: 'secret' }
  const gateway = new RazorpayGateway(keys, server.url, 500)
  await assert.rejects(gateway.start({ paymentId: 'one', amountPaise: 100 }), GatewayUnavailable)
})

test('a list in which one attempt has no status counts as unavailable', async () => {
  const { beginPaying, storeId } = await liveShop()
  const payment = await beginPaying()
  const gateway = (await razorpayOf(town.app.world, storeId))!
  for (const page of ['{"items":[{"status":"failed"},{}]}', '{"items":[null]}'])
    await answeringWith(page, () => assert.rejects(gateway.ask(payment), GatewayUnavailable))
})

test('a payment without attempts has not failed, and another payment’s money is a problem', async () => {
  const { beginPaying, storeId } = await liveShop()
  const payment = await beginPaying()
  const gateway = (await razorpayOf(town.app.world, storeId))!
  assert.deepEqual(await gateway.ask(payment), { kind: 'untried' })
  const other = { status: 'captured', order_id: 'order_other', currency: 'INR', amount: payment.amount_paise }
  await answeringWith(JSON.stringify({ items: [other] }), async () => {
    const reason = 'The provider names another payment'
    assert.deepEqual(await gateway.ask(payment), { kind: 'problem', reason })
  })
})

test('a customer who paid waits while Razorpay answers with a maintenance page, and then gets the order', async () => {
  const { beginPaying, account, ledger, event } = await liveShop()
  const payment = await beginPaying()
  const paid = town.razorpay.pay(payment.reference)
  await answeringWith(MAINTENANCE, async () => {
    assert.equal((await callBack(payment, town.razorpay.callback(account, paid))).status, 303)
    const outcome = await (await fetch(town.app.url + outcomePath(payment))).text()
    assert.match(outcome, /<h1>Waiting for your bank<\/h1>/)
    assert.match(outcome, /a mail tells you that your order is placed, or that your money will be returned\./)
    assert.equal((await event('payment.captured', paid)).status, 503)
    clock.advance(2 * MINUTE_MS)
    await askAll()
    assert.equal((await kept(payment)).status, 'started')
  })
  clock.advance(5 * MINUTE_MS)
  await askAll()
  assert.deepEqual(await ledger(), ONE_SOLD)
  const { asked } = town.razorpay.state
  await event('payment.captured', paid)
  await callBack(payment, town.razorpay.callback(account, paid))
  assert.equal(town.razorpay.state.asked, asked, 'a settled payment is not asked about')
})

test('an unknown status is no failure', async () => {
  const { beginPaying, event } = await liveShop()
  const payment = await beginPaying()
  town.razorpay.pay(payment.reference, { status: 'failed' })
  await event('payment.failed', town.razorpay.pay(payment.reference, { status: 'on_hold' }))
  assert.equal((await kept(payment)).status, 'started')
})

test('a payment whose question fails inside is retried like an unanswered one, and is not given up', async () => {
  const { beginPaying, ledger, storeId } = await liveShop()
  const { world } = town.app
  const payment = await beginPaying()
  town.razorpay.pay(payment.reference)
  const [keys] = await rowsOf(world.db, (sql) =>
    sql.selectFrom('razorpay_keys').select('sealed').where('store_id', '=', storeId),
  )
  const putSealed = (sealed: string) =>
    rowsOf(world.db, (sql) =>
      sql.updateTable('razorpay_keys').set({ sealed }).where('store_id', '=', storeId),
    )
  await putSealed('not what the vault has sealed')
  /** The pause until the next poll after an unsuccessful one, by this test or by the program's own poller. */
  const pause = async () => {
    const { ask_at, asks } = await kept(payment)
    clock.set(ask_at!)
    return until(async () => {
      await askAboutDuePayments(world)
      const after = await kept(payment)
      const isAsked = after.asks > asks && after.ask_at !== clock.now() + MINUTE_MS
      return isAsked && after.ask_at! - clock.now()
    })
  }
  const pauses = [await pause(), await pause(), await pause()]
  assert.deepEqual(pauses, [2 * MINUTE_MS, 4 * MINUTE_MS, 8 * MINUTE_MS])
  while (clock.now() < payment.created_at + ASKED_FOR_MS) await pause()
  assert.equal(await pause(), HOUR_MS, 'after the time that would have been the last')
  await putSealed(keys!.sealed)
  clock.advance(HOUR_MS)
  await askAll()
  const { orders, refund_tasks } = await ledger()
  assert.deepEqual({ orders, refund_tasks }, { orders: 0, refund_tasks: 1 }, 'it came to light too late')
})
