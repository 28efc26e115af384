import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { validatePaymentVerification, validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils.js'
import { startTestApp } from '../../harness/app/app.ts'
import { newAccount, startRazorpay } from '../../harness/servers/razorpay-server.ts'
import { openPage } from '../../harness/shops/page.ts'
import { openShop } from '../../harness/shops/shop.ts'
import { CUSTOMER, newShop } from '../../harness/shops/shopper.ts'
import { razorpayOf } from '../../server/actions/payments/gateways.ts'
import { setRazorpayKeys } from '../../server/actions/payments/razorpay-keys.ts'
import { makeLog } from '../../server/log.ts'
import { paymentPath } from '../../server/rules/stores/customer-paths.ts'
import { DAY_MS, MINUTE_MS } from '../../server/rules/values/durations.ts'
import { countOpenProblems } from '../../server/storage/payments/payment-problem-list.ts'
import { findPayment } from '../../server/storage/payments/payments.ts'
import { askAboutDuePayments } from '../../server/workers/payments.ts'
import { ONE_SOLD, withRazorpay } from '../help/payments/razorpay-shop.ts'

const { askAll, callBack, clock, liveShop, town } = withRazorpay()

test('a payment begins as a Razorpay order in paise, with our id as receipt and its key noted', async () => {
  const { beginPaying, account } = await liveShop()
  const payment = await beginPaying()
  const order = town.razorpay.orders.get(payment.reference)
  assert.deepEqual([order?.amount, order?.currency, order?.receipt], [49_950, 'INR', payment.id])
  assert.equal(order?.payment_capture, true, 'or the bank would give the money back after some days')
  assert.deepEqual([payment.gateway, payment.account], ['razorpay', account.keyId])
})

test('a captured payment that comes back signed becomes an order, however often it comes back', async () => {
  const { beginPaying, ledger, account } = await liveShop()
  const payment = await beginPaying()
  const fields = town.razorpay.callback(account, town.razorpay.pay(payment.reference))
  const answer = await callBack(payment, fields)
  assert.equal(answer.status, 303)
  const outcome = await fetch(town.app.url + answer.headers.get('location'), { redirect: 'manual' })
  assert.match(outcome.headers.get('location') ?? '', /^\/o\//)
  await callBack(payment, fields)
  assert.deepEqual(await ledger(), ONE_SOLD)
})

test('if one piece costs less than Razorpay’s minimum, the form says so from the start', async () => {
  const shop = await newShop(town.app, { price: 0.4 })
  const edit = (fields: object) => shop.call('PUT', `/api/products/${shop.productId}/edit`, fields)
  const productPage = async () => (await openPage(town.app, shop.path)).text
  assert.doesNotMatch(await productPage(), /a payment must be/)
  await setRazorpayKeys(town.app.world, shop.store_id, town.razorpay.know(newAccount()))
  assert.match(await productPage(), /Order 3 or more: a payment must be ₹1.00 at least/)
  const { html, text, hidden } = await shop.openForm()
  assert.match(html, /name="quantity" value="3"[^>]* data-fewest="3"/)
  assert.match(text, /Order 3 or more.* 3 × ₹0\.40 ₹1\.20/)
  const few = await shop.send({ ...CUSTOMER, ...hidden, quantity: '2' })
  assert.equal(few.status, 422)
  assert.match(few.html, /id="quantity-problem">Order 3 or more: a payment must be ₹1.00 at least</)
  assert.equal((await shop.send({ ...CUSTOMER, ...hidden, quantity: '3' })).status, 303)

  await edit({ current_price: 0, shipping_cost: 0.5 })
  for (const path of [shop.path, `${shop.path}/checkout`]) {
    const { text } = await openPage(town.app, path)
    assert.match(text, /cannot be bought here: its price is less than ₹1\.00/)
    assert.doesNotMatch(text, /Buy now|Go to payment/)
  }
})

test('no payment is asked for a product that was deleted meanwhile', async () => {
  const { beginPaying, seller, productId } = await liveShop()
  const page = town.app.url + paymentPath(await beginPaying())
  assert.match(await (await fetch(page)).text(), /id="pay"/)
  await seller.call('DELETE', `/api/products/${productId}`)
  const after = await (await fetch(page)).text()
  assert.match(after, /<h1>Brass lamp is no longer available<\/h1>/)
  assert.doesNotMatch(after, /id="(pay|razorpay)"/)
})

test('our signature checks agree with those of the official package', async () => {
  const { beginPaying, account, storeId } = await liveShop()
  const { reference } = await beginPaying()
  const paid = town.razorpay.pay(reference)
  const { razorpay_signature } = town.razorpay.callback(account, paid)
  const ids = { order_id: reference, payment_id: paid.id }
  assert.ok(validatePaymentVerification(ids, razorpay_signature, account.keySecret))
  assert.ok(!validatePaymentVerification(ids, razorpay_signature, 'another secret'))
  const { body, signature } = town.razorpay.webhook(account, 'payment.captured', paid)
  assert.ok(validateWebhookSignature(body, signature, account.webhookSecret))
  const gateway = await razorpayOf(town.app.world, storeId)
  assert.ok(gateway?.isWebhookGenuine(Buffer.from(body), signature))
  for (const [text, given] of [
    [`${body} `, signature],
    [body, `${signature.slice(0, -1)}x`],
    [body, ''],
    [body, signature.toUpperCase()],
  ] as const) {
    assert.equal(validateWebhookSignature(text, given, account.webhookSecret), false)
    assert.equal(gateway?.isWebhookGenuine(Buffer.from(text), given), false)
  }
})

test('a callback with a wrong signature proves nothing: only the provider’s answer counts', async () => {
  const { beginPaying, ledger, problems, account } = await liveShop()
  const payment = await beginPaying()
  const unpaid = town.razorpay.pay(payment.reference, { status: 'created' })
  const fields = town.razorpay.callback(account, unpaid)
  const callBackWrong = async () => {
    clock.advance(MINUTE_MS)
    await callBack(payment, { ...fields, razorpay_signature: 'f'.repeat(64) })
    clock.advance(MINUTE_MS)
    await callBack(payment, { ...fields, razorpay_payment_id: '../orders' })
  }
  await callBackWrong()
  assert.equal((await ledger()).orders, 0)
  Object.assign(unpaid, { status: 'captured', captured: true })
  await callBackWrong()
  assert.deepEqual(await ledger(), ONE_SOLD)
  assert.deepEqual(await problems(), [])
})

test('a callback about another payment of the same store creates no order and no payment problem', async () => {
  const { beginPaying, ledger, problems, account } = await liveShop()
  const [mine, other] = [await beginPaying(), await beginPaying()]
  await callBack(mine, town.razorpay.callback(account, town.razorpay.pay(other.reference)))
  assert.equal((await ledger()).orders, 0)
  assert.deepEqual(await problems(), [])
})

for (const [name, changes, reason, refunds] of [
  ['a paisa too little', { amount: 49_949 }, 'Paid 49949 paise instead of 49950', 1],
  ['a paisa too much', { amount: 49_951 }, 'Paid 49951 paise instead of 49950', 1],
  ['another currency', { currency: 'USD' }, 'Paid in USD instead of INR', 0],
  ['authorised and not captured', { status: 'authorized' }, 'Authorised, but not captured', 0],
  ['returned at Razorpay', { status: 'refunded' }, 'The provider has refunded the payment', 0],
] as const) {
  test(`${name}: no order by callback, webhook or poller, and a record of why`, async () => {
    const { beginPaying, ledger, problems, account, event, storeId } = await liveShop()
    const payment = await beginPaying()
    const paid = town.razorpay.pay(payment.reference, changes)
    await callBack(payment, town.razorpay.callback(account, paid))
    await event('payment.captured', paid)
    await event('order.paid', paid)
    clock.advance(2 * MINUTE_MS)
    await askAll()
    assert.deepEqual(await problems(), [reason])
    const { orders, stock, refund_tasks } = await ledger()
    assert.deepEqual({ orders, stock, refund_tasks }, { orders: 0, stock: 5, refund_tasks: refunds })
    assert.equal(await countOpenProblems(town.app.world.db, storeId), 1 - refunds, 'each is one thing to do')
  })
}

test('an authorised payment is a problem only if it stays uncaptured', async () => {
  const { account, beginPaying, ledger, problems, event } = await liveShop()
  const [soon, never] = [await beginPaying(), await beginPaying()]
  const promised = { status: 'authorized', created_at: clock.now() / 1000 }
  const paid = town.razorpay.pay(soon.reference, promised)
  town.razorpay.pay(never.reference, promised)
  await event('payment.authorized', paid)
  await callBack(soon, town.razorpay.callback(account, paid))
  clock.advance(2 * MINUTE_MS)
  await askAll()
  assert.deepEqual([(await ledger()).orders, await problems()], [0, []])
  Object.assign(paid, { status: 'captured', captured: true })
  await event('payment.captured', paid)
  assert.deepEqual(await ledger(), ONE_SOLD)
  clock.advance(10 * MINUTE_MS)
  await askAll()
  assert.deepEqual(await problems(), ['Authorised, but not captured'])
})

test('a payment has not failed while one attempt is under way, whatever became of earlier ones', async () => {
  const { beginPaying, event, storeId } = await liveShop()
  const { reference } = await beginPaying()
  const status = async () => (await findPayment(town.app.world.db, storeId, 'razorpay', reference))?.status
  const failed = town.razorpay.pay(reference, { status: 'failed' })
  const second = town.razorpay.pay(reference, { status: 'created' })
  await event('payment.failed', failed)
  assert.equal(await status(), 'started')
  second.status = 'failed'
  await event('payment.failed', second)
  assert.equal(await status(), 'failed')
})

test('the keys go to Razorpay alone: a redirect to another host is not followed', async () => {
  const { beginPaying } = await liveShop()
  await using elsewhere = await startRazorpay()
  town.razorpay.state.movedTo = elsewhere.settings.RAZORPAY_API_URL
  try {
    await assert.rejects(beginPaying(), { code: 'unavailable' })
  } finally {
    town.razorpay.state.movedTo = ''
  }
  assert.equal(elsewhere.state.asked, 0)
})

test('webhooks may come twice, late and in any order: one order, and a failed try before it does no harm', async () => {
  const { beginPaying, ledger, event } = await liveShop()
  const { reference } = await beginPaying()
  const failed = town.razorpay.pay(reference, { status: 'failed' })
  assert.equal((await event('payment.failed', failed)).status, 200)
  const paid = town.razorpay.pay(reference)
  for (const name of [
    'order.paid',
    'payment.failed',
    'payment.captured',
    'payment.authorized',
    'order.paid',
    'refund.created',
  ]) {
    assert.equal((await event(name, name === 'payment.failed' ? failed : paid)).status, 200)
  }
  assert.deepEqual(await ledger(), ONE_SOLD)
})

test('a webhook that is not genuine, or for a store without keys, does nothing', async () => {
  const shop = await liveShop()
  const { body, signature } = town.razorpay.webhook(
    shop.account,
    'payment.captured',
    town.razorpay.pay((await shop.beginPaying()).reference),
  )
  assert.equal((await shop.hook(body, 'x')).status, 401)
  assert.equal((await shop.hook(`${body} `, signature)).status, 401)
  const plain = await openShop(town.app)
  assert.equal((await shop.hook(body, signature, plain.storeId)).status, 404)
  assert.equal((await shop.hook(body, signature, 'nobody')).status, 404)
  assert.equal((await shop.hook('x'.repeat(70_000), signature)).status, 413)
  assert.equal((await shop.ledger()).orders, 0)
})

test('wrong signatures, which anybody can send, do not fill the log', async () => {
  const lines: string[] = []
  const log = makeLog('info', { write: (line: string) => void lines.push(line) })
  await using app = await startTestApp(town.razorpay.settings, { log })
  const { storeId } = await openShop(app)
  await setRazorpayKeys(app.world, storeId, newAccount())
  const hook = `${app.url}/payments/razorpay/${storeId}/webhook`
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await fetch(hook, { method: 'POST', body: '{}' })).status),
  )
  assert.deepEqual(new Set(statuses), new Set([401]))
  const told = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('wrong signature'))
  assert.deepEqual(
    told.map(({ store }) => store),
    [storeId],
  )
})

test('a signed webhook without a known meaning is accepted and ignored', async () => {
  const { hook, account } = await liveShop()
  for (const body of [
    '',
    '[]',
    '"x"',
    'not json',
    '{"event":"order.paid"}',
    '{"event":{"toString":null}}',
    '{"event":"order.paid","payload":{"order":{"entity":{"id":7}}}}',
  ]) {
    const signature = createHmac('sha256', account.webhookSecret).update(body).digest('hex')
    assert.equal((await hook(body, signature)).status, 200)
  }
})

test("another store's payment reported here creates no order here and no payment problem", async () => {
  const [mine, other] = [await liveShop(), await liveShop()]
  const payment = await other.beginPaying()
  const paid = town.razorpay.pay(payment.reference)
  assert.equal((await mine.event('payment.captured', paid)).status, 200)
  assert.deepEqual([(await mine.ledger()).orders, (await other.ledger()).orders], [0, 0])
  await callBack(payment, town.razorpay.callback(mine.account, paid))
  assert.deepEqual([(await mine.ledger()).orders, (await other.ledger()).orders], [0, 1])
  assert.deepEqual([...(await mine.problems()), ...(await other.problems())], [])
})

test('the poller finds a payment that nobody reported, and asks ever less often about the others', async () => {
  const paidShop = await liveShop()
  const silentShop = await liveShop()
  town.razorpay.pay((await paidShop.beginPaying()).reference)
  const silent = await silentShop.beginPaying()
  const next = async () =>
    (await findPayment(town.app.world.db, silent.store_id, 'razorpay', silent.reference))!.ask_at
  await askAll()
  assert.equal((await paidShop.ledger()).orders, 0, 'the poller does not ask in the first two minutes')

  const asked: number[] = []
  const pauses: number[] = []
  for (let at = await next(); at !== null; at = await next()) {
    clock.set(at)
    await askAll()
    const after = await next()
    asked.push(at)
    if (after !== null) pauses.push((after - at) / MINUTE_MS)
  }
  assert.deepEqual(await paidShop.ledger(), ONE_SOLD)
  assert.deepEqual(pauses.slice(0, 7), [2, 4, 8, 16, 32, 60, 60])
  const lastly = [DAY_MS + 5 * MINUTE_MS, DAY_MS + 60 * MINUTE_MS, 2 * DAY_MS].map(
    (after) => silent.created_at + after,
  )
  assert.deepEqual(asked.slice(-3), lastly, 'a window may be open when the offer ends')
})

test('many pollers at once ask about a payment once', async () => {
  const shop = await liveShop()
  town.razorpay.pay((await shop.beginPaying()).reference)
  clock.advance(2 * MINUTE_MS)
  const before = town.razorpay.state.asked
  await Promise.all(Array.from({ length: 8 }, () => askAboutDuePayments(town.app.world)))
  await askAll()
  assert.equal(town.razorpay.state.asked - before, 1)
  assert.equal((await shop.ledger()).orders, 1)
})

test('during an outage the customer waits, webhooks are answered with 503, and the poller settles the payment', async () => {
  const shop = await liveShop()
  const payment = await shop.beginPaying()
  const paid = town.razorpay.pay(payment.reference)
  town.razorpay.state.down = true
  try {
    const answer = await callBack(payment, town.razorpay.callback(shop.account, paid))
    assert.equal(answer.status, 303)
    const page = await (await fetch(town.app.url + answer.headers.get('location'))).text()
    assert.match(page, /Waiting for your bank/)
    assert.equal((await shop.event('payment.captured', paid)).status, 503)
    const product = await fetch(town.app.url + paymentPath(payment))
    assert.equal(product.status, 200)
    await assert.rejects(shop.beginPaying(), { code: 'unavailable' })
    const begun = await newShop(town.app)
    await setRazorpayKeys(town.app.world, begun.store_id, shop.account)
    const form = await begun.send({ ...(await begun.openForm()).hidden, ...CUSTOMER })
    assert.equal(form.status, 503)
    assert.match(form.text, /The payment could not be started\. Nothing was charged\./)
    assert.match(form.html, /value="Asha Rao"/)
  } finally {
    town.razorpay.state.down = false
  }
  clock.advance(5 * MINUTE_MS) // the program's own poller may have asked before, and wait until its next turn
  await askAll()
  assert.equal((await shop.ledger()).orders, 1)
})

test("the payment page loads Razorpay's script and nothing else from other hosts, and is not cached", async () => {
  const { beginPaying } = await liveShop()
  const answer = await fetch(town.app.url + paymentPath(await beginPaying()))
  const policy = answer.headers.get('content-security-policy') ?? ''
  const { origin } = new URL(town.razorpay.settings.RAZORPAY_SCRIPT_URL)
  assert.match(policy, new RegExp(`script-src 'self' ${origin};`))
  assert.ok(!policy.includes('https://*'))
  const kept = ['cache-control', 'referrer-policy'].map((name) => answer.headers.get(name))
  assert.deepEqual(kept, ['no-store', 'no-referrer'])
  assert.ok((await answer.text()).includes(`data-script="${origin}/checkout.js"`))
})
