import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { validatePaymentVerification, validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils.js'
import { gatewayFor, paymentPage, razorpayOf } from '../../server/actions/gateways.ts'
import { openPayment } from '../../server/actions/open-payment.ts'
import { removeRazorpayKeys, setRazorpayKeys } from '../../server/actions/razorpay-keys.ts'
import { countOpenProblems } from '../../server/storage/payment-problem-list.ts'
import { findPayment } from '../../server/storage/payments.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { askDue } from '../../server/workers/payments.ts'
import { startTestApp, type TestApp } from '../help/app.ts'
import { askAllDue } from '../help/ask-all-due.ts'
import { movableClock } from '../help/clock.ts'
import { newOwner } from '../help/dashboard.ts'
import { openPage } from '../help/page.ts'
import { type FakePayment, newAccount, type RazorpayAccount, startRazorpay } from '../help/razorpay-server.ts'
import { openShop } from '../help/shop.ts'
import { CUSTOMER, newShop } from '../help/shopper.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const clock = movableClock()
const opened = new AsyncDisposableStack()
let razorpay: Awaited<ReturnType<typeof startRazorpay>>
let app: TestApp

before(async () => {
  razorpay = opened.use(await startRazorpay())
  app = opened.use(await startTestApp(razorpay.settings, { now: clock.now }))
})
after(() => opened.disposeAsync())

async function liveShop(account: RazorpayAccount = newAccount(), product: object = {}) {
  razorpay.know(account)
  const shop = await openShop(app, product)
  await setRazorpayKeys(app.world, shop.storeId, account)
  const problems = async () => {
    const rows = await rowsOf(app.world.db, (sql) =>
      sql.selectFrom('payment_problems').select('reason').where('store_id', '=', shop.storeId),
    )
    return rows.map(({ reason }) => reason)
  }
  const hook = (body: string, signature: string, storeId = shop.storeId) =>
    fetch(`${app.url}/payments/razorpay/${storeId}/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature },
      body,
    })
  const event = (name: string, payment: FakePayment) => {
    const { body, signature } = razorpay.webhook(account, name, payment)
    return hook(body, signature)
  }
  return { ...shop, account, problems, hook, event }
}

const callBack = (payment: { gateway: string; token: string }, fields: Record<string, string>) =>
  fetch(app.url + paymentPage(payment), {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

const askAll = () => askAllDue(app.world)

const ONE_ORDER = {
  orders: 1,
  events: 1,
  mails: 1,
  order_history: 1,
  refund_tasks: 0,
  payment_problems: 0,
  stock: 4,
}

test('a payment begins as an order of theirs: paise, rupees, our id as receipt, the key noted', async () => {
  const { beginPaying, account } = await liveShop()
  const payment = await beginPaying()
  const order = razorpay.orders.get(payment.reference)
  assert.deepEqual([order?.amount, order?.currency, order?.receipt], [49_950, 'INR', payment.id])
  assert.deepEqual([payment.gateway, payment.account], ['razorpay', account.keyId])
})

test('a captured payment that comes back signed becomes an order, however often it comes back', async () => {
  const { beginPaying, ledger, account } = await liveShop()
  const payment = await beginPaying()
  const fields = razorpay.callback(account, razorpay.pay(payment.reference))
  const answer = await callBack(payment, fields)
  assert.equal(answer.status, 303)
  const outcome = await fetch(app.url + answer.headers.get('location'), { redirect: 'manual' })
  assert.match(outcome.headers.get('location') ?? '', /^\/o\//)
  await callBack(payment, fields)
  assert.deepEqual(await ledger(), ONE_ORDER)
})

test('where one piece costs less than Razorpay collects, that is said before anything is typed', async () => {
  const shop = await newShop(app, { price: 0.4 })
  const edit = (fields: object) => shop.call('PUT', `/api/products/${shop.productId}/edit`, fields)
  const productPage = async () => (await openPage(app, shop.path)).text
  assert.doesNotMatch(await productPage(), /a payment must be/)
  await setRazorpayKeys(app.world, shop.store_id, razorpay.know(newAccount()))
  assert.match(await productPage(), /Order 3 or more: a payment must be ₹1.00 at least/)
  const { html, text, hidden } = await shop.openForm()
  assert.match(html, /name="quantity" value="3"[^>]* min="3"/)
  assert.match(text, /Order 3 or more.* 3 × ₹0\.40 ₹1\.20/)
  const few = await shop.send({ ...CUSTOMER, ...hidden, quantity: '2' })
  assert.equal(few.status, 422)
  assert.match(few.html, /id="quantity-problem">Order 3 or more: a payment must be ₹1.00 at least</)
  assert.equal((await shop.send({ ...CUSTOMER, ...hidden, quantity: '3' })).status, 303)

  await edit({ current_price: 0, shipping_cost: 0.5 })
  for (const path of [shop.path, `${shop.path}/checkout`]) {
    const { text } = await openPage(app, path)
    assert.match(text, /cannot be bought here: its price is less than ₹1\.00/)
    assert.doesNotMatch(text, /Buy now|Go to payment/)
  }
})

test('nothing is asked for a product that was deleted meanwhile', async () => {
  const { beginPaying, seller, productId } = await liveShop()
  const page = app.url + paymentPage(await beginPaying())
  assert.match(await (await fetch(page)).text(), /id="pay"/)
  await seller.call('DELETE', `/api/products/${productId}`)
  const after = await (await fetch(page)).text()
  assert.match(after, /<h1>Brass lamp is no longer available<\/h1>/)
  assert.doesNotMatch(after, /id="(pay|razorpay)"/)
})

test("the official package's own functions accept the signatures that we accept, and ours refuse what they refuse", async () => {
  const { beginPaying, account, storeId } = await liveShop()
  const { reference } = await beginPaying()
  const paid = razorpay.pay(reference)
  const { razorpay_signature } = razorpay.callback(account, paid)
  const ids = { order_id: reference, payment_id: paid.id }
  assert.ok(validatePaymentVerification(ids, razorpay_signature, account.keySecret))
  assert.ok(!validatePaymentVerification(ids, razorpay_signature, 'another secret'))
  const { body, signature } = razorpay.webhook(account, 'payment.captured', paid)
  assert.ok(validateWebhookSignature(body, signature, account.webhookSecret))
  const gateway = await razorpayOf(app.world, storeId)
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

test('a callback with a wrong signature says nothing: the provider is asked, and alone decides', async () => {
  const { beginPaying, ledger, problems, account } = await liveShop()
  const payment = await beginPaying()
  const unpaid = razorpay.pay(payment.reference, { status: 'created' })
  const fields = razorpay.callback(account, unpaid)
  const callBackWrong = async () => {
    await callBack(payment, { ...fields, razorpay_signature: 'f'.repeat(64) })
    await callBack(payment, { ...fields, razorpay_payment_id: '../orders' })
  }
  await callBackWrong()
  assert.equal((await ledger()).orders, 0)
  Object.assign(unpaid, { status: 'captured', captured: true })
  await callBackWrong()
  assert.deepEqual(await ledger(), ONE_ORDER)
  assert.deepEqual(await problems(), [])
})

test('a callback about another payment of the same store makes no order, and nothing to look at', async () => {
  const { beginPaying, ledger, problems, account } = await liveShop()
  const [mine, other] = [await beginPaying(), await beginPaying()]
  await callBack(mine, razorpay.callback(account, razorpay.pay(other.reference)))
  assert.equal((await ledger()).orders, 0)
  assert.deepEqual(await problems(), [])
})

for (const [name, changes, reason, refunds] of [
  ['a paisa too little', { amount: 49_949 }, 'Paid 49949 paise instead of 49950', 1],
  ['a paisa too much', { amount: 49_951 }, 'Paid 49951 paise instead of 49950', 1],
  ['another currency', { currency: 'USD' }, 'Paid in USD instead of INR', 0],
  ['authorised and not captured', { status: 'authorized' }, 'Authorised, but not captured', 0],
] as const) {
  test(`${name}: no order by callback, webhook or poller, and a record of why`, async () => {
    const { beginPaying, ledger, problems, account, event, storeId } = await liveShop()
    const payment = await beginPaying()
    const paid = razorpay.pay(payment.reference, changes)
    await callBack(payment, razorpay.callback(account, paid))
    await event('payment.captured', paid)
    await event('order.paid', paid)
    clock.advance(2 * MINUTE)
    await askAll()
    assert.deepEqual(await problems(), [reason])
    const { orders, stock, refund_tasks } = await ledger()
    assert.deepEqual({ orders, stock, refund_tasks }, { orders: 0, stock: 5, refund_tasks: refunds })
    assert.equal(await countOpenProblems(app.world.db, storeId), 1 - refunds, 'each is one thing to do')
  })
}

test('what was authorised first and captured later becomes an order then', async () => {
  const { beginPaying, ledger, event } = await liveShop()
  const paid = razorpay.pay((await beginPaying()).reference, { status: 'authorized' })
  await event('payment.authorized', paid)
  assert.equal((await ledger()).orders, 0)
  Object.assign(paid, { status: 'captured', captured: true })
  await event('payment.captured', paid)
  assert.equal((await ledger()).orders, 1)
})

test('webhooks may come twice, late and in any order: one order, and a failed try before it does no harm', async () => {
  const { beginPaying, ledger, event } = await liveShop()
  const { reference } = await beginPaying()
  const failed = razorpay.pay(reference, { status: 'failed' })
  assert.equal((await event('payment.failed', failed)).status, 200)
  const paid = razorpay.pay(reference)
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
  assert.deepEqual(await ledger(), ONE_ORDER)
})

test('a webhook that is not genuine, or for a store without keys, does nothing', async () => {
  const shop = await liveShop()
  const { body, signature } = razorpay.webhook(
    shop.account,
    'payment.captured',
    razorpay.pay((await shop.beginPaying()).reference),
  )
  assert.equal((await shop.hook(body, 'x')).status, 401)
  assert.equal((await shop.hook(`${body} `, signature)).status, 401)
  const plain = await openShop(app)
  assert.equal((await shop.hook(body, signature, plain.storeId)).status, 404)
  assert.equal((await shop.hook(body, signature, 'nobody')).status, 404)
  assert.equal((await shop.hook('x'.repeat(70_000), signature)).status, 413)
  assert.equal((await shop.ledger()).orders, 0)
})

test('a body that is signed but means nothing is taken and forgotten', async () => {
  const { hook, account } = await liveShop()
  for (const body of [
    '',
    '[]',
    '"x"',
    'not json',
    '{"event":"order.paid"}',
    '{"event":"order.paid","payload":{"order":{"entity":{"id":7}}}}',
  ]) {
    const signature = createHmac('sha256', account.webhookSecret).update(body).digest('hex')
    assert.equal((await hook(body, signature)).status, 200)
  }
})

test("another store's payment reported here makes no order here, and nothing to look at", async () => {
  const [mine, other] = [await liveShop(), await liveShop()]
  const payment = await other.beginPaying()
  const paid = razorpay.pay(payment.reference)
  assert.equal((await mine.event('payment.captured', paid)).status, 200)
  assert.deepEqual([(await mine.ledger()).orders, (await other.ledger()).orders], [0, 0])
  await callBack(payment, razorpay.callback(mine.account, paid))
  assert.deepEqual([(await mine.ledger()).orders, (await other.ledger()).orders], [0, 1])
  assert.deepEqual([...(await mine.problems()), ...(await other.problems())], [])
})

for (const [from, to] of [
  ['test', 'live'],
  ['live', 'test'],
] as const) {
  test(`a payment begun with ${from} keys is refused once the store has ${to} keys`, async () => {
    const secrets = newAccount()
    const shop = await liveShop({ ...secrets, keyId: newAccount(from).keyId })
    const payment = await shop.beginPaying()
    const paid = razorpay.pay(payment.reference)
    const now = razorpay.know({ ...secrets, keyId: newAccount(to).keyId })
    await setRazorpayKeys(app.world, shop.storeId, now)
    const page = await (await fetch(app.url + paymentPage(payment))).text()
    assert.match(page, /<h1>This payment has ended<\/h1>/)
    assert.doesNotMatch(page, /id="(pay|razorpay)"/)
    await callBack(payment, razorpay.callback(now, paid))
    await shop.event('payment.captured', paid)
    clock.advance(2 * MINUTE)
    await askAll()
    assert.equal((await shop.ledger()).orders, 0)
    assert.deepEqual(await shop.problems(), [`Started with ${from} keys, but the store now has ${to} keys`])
  })
}

test('new keys of the same mode still settle what the old ones began, by webhook', async () => {
  const shop = await liveShop()
  const payment = await shop.beginPaying()
  const now = razorpay.know(newAccount('live'))
  await setRazorpayKeys(app.world, shop.storeId, now)
  Object.assign(razorpay.orders.get(payment.reference)!, { keyId: now.keyId })
  const { body, signature } = razorpay.webhook(now, 'order.paid', razorpay.pay(payment.reference))
  await shop.hook(body, signature)
  assert.equal((await shop.ledger()).orders, 1)
})

test('money that arrives while the keys are taken away is found once they are put back', async () => {
  const shop = await liveShop()
  const payment = await shop.beginPaying()
  const paid = razorpay.pay(payment.reference)
  await removeRazorpayKeys(app.world, shop.storeId)
  await callBack(payment, razorpay.callback(shop.account, paid))
  assert.equal(await countOpenProblems(app.world.db, shop.storeId), 1)
  clock.advance(2 * MINUTE)
  await askAll()
  assert.equal((await shop.ledger()).orders, 0)
  await setRazorpayKeys(app.world, shop.storeId, shop.account)
  clock.advance(60 * MINUTE)
  await askAll()
  const reason = 'Started through the razorpay gateway, which the store no longer uses'
  assert.deepEqual(await shop.problems(), [reason])
  assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, payment_problems: 1 })
  assert.equal(await countOpenProblems(app.world.db, shop.storeId), 0)
})

test('while the keys are away for two days the seller is told once', async () => {
  const shop = await liveShop()
  const { reference } = await shop.beginPaying()
  await removeRazorpayKeys(app.world, shop.storeId)
  clock.advance(2 * MINUTE)
  await askAll()
  assert.deepEqual(await shop.problems(), [])
  clock.advance(2 * DAY)
  await askAll()
  const reason = 'Started through the razorpay gateway, which the store no longer uses'
  assert.deepEqual(await shop.problems(), [reason])
  assert.equal((await findPayment(app.world.db, shop.storeId, 'razorpay', reference))!.ask_at, null)
})

test('under keys of another account nothing is collected, and what was paid under the old ones is looked for', async () => {
  const shop = await liveShop()
  const payment = await shop.beginPaying()
  const paid = razorpay.pay(payment.reference)
  await setRazorpayKeys(app.world, shop.storeId, razorpay.know(newAccount('live')))
  const page = await (await fetch(app.url + paymentPage(payment))).text()
  assert.match(page, /<h1>This payment has ended<\/h1>/)
  assert.doesNotMatch(page, /id="(pay|razorpay)"/)
  await callBack(payment, razorpay.callback(shop.account, paid))
  assert.deepEqual(await shop.problems(), [], 'an honest signature is not called a wrong one')
  clock.advance(2 * DAY)
  await askAll()
  assert.deepEqual(await shop.problems(), ['For two days the provider could not say what became of it'])
  assert.equal(await countOpenProblems(app.world.db, shop.storeId), 1)
  const outcome = await (await fetch(`${app.url}${paymentPage(payment)}/outcome`)).text()
  assert.match(outcome, /<h1>No payment has arrived<\/h1>/)
})

test('the poller finds a payment that nobody reported, and asks ever less often about the others', async () => {
  const paidShop = await liveShop()
  const silentShop = await liveShop()
  razorpay.pay((await paidShop.beginPaying()).reference)
  const silent = await silentShop.beginPaying()
  const next = async () =>
    (await findPayment(app.world.db, silent.store_id, 'razorpay', silent.reference))!.ask_at
  await askAll()
  assert.equal((await paidShop.ledger()).orders, 0, 'nobody is asked in the first two minutes')

  const asked: number[] = []
  const pauses: number[] = []
  for (let at = await next(); at !== null; at = await next()) {
    clock.set(at)
    await askAll()
    const after = await next()
    asked.push(at)
    if (after !== null) pauses.push((after - at) / MINUTE)
  }
  assert.deepEqual(await paidShop.ledger(), ONE_ORDER)
  assert.deepEqual(pauses.slice(0, 7), [2, 4, 8, 16, 32, 60, 60])
  const lastly = [DAY + 5 * MINUTE, DAY + 60 * MINUTE, 2 * DAY].map((after) => silent.created_at + after)
  assert.deepEqual(asked.slice(-3), lastly, 'a window may be open when the offer ends')
})

test('many pollers at once ask about a payment once', async () => {
  const shop = await liveShop()
  razorpay.pay((await shop.beginPaying()).reference)
  clock.advance(2 * MINUTE)
  const before = razorpay.state.asked
  await Promise.all(Array.from({ length: 8 }, () => askDue(app.world)))
  await askAll()
  assert.equal(razorpay.state.asked - before, 1)
  assert.equal((await shop.ledger()).orders, 1)
})

test('while the provider is away the customer waits, Razorpay is told to try again, and the poller makes it good', async () => {
  const shop = await liveShop()
  const payment = await shop.beginPaying()
  const paid = razorpay.pay(payment.reference)
  razorpay.state.down = true
  try {
    const answer = await callBack(payment, razorpay.callback(shop.account, paid))
    assert.equal(answer.status, 303)
    const page = await (await fetch(app.url + answer.headers.get('location'))).text()
    assert.match(page, /Waiting for your bank/)
    assert.equal((await shop.event('payment.captured', paid)).status, 503)
    const product = await fetch(app.url + paymentPage(payment))
    assert.equal(product.status, 200)
    await assert.rejects(shop.beginPaying(), { code: 'unavailable' })
    const begun = await newShop(app)
    await setRazorpayKeys(app.world, begun.store_id, shop.account)
    const form = await begun.send({ ...(await begun.openForm()).hidden, ...CUSTOMER })
    assert.equal(form.status, 503)
    assert.match(form.text, /The payment could not be started\. Nothing was charged\./)
    assert.match(form.html, /value="Asha Rao"/)
  } finally {
    razorpay.state.down = false
  }
  clock.advance(5 * MINUTE) // the program's own poller may have asked in vain
  await askAll()
  assert.equal((await shop.ledger()).orders, 1)
})

test('keys of another account begin another payment, and what the provider does not know after two days is told', async () => {
  const shop = await liveShop()
  const started = await shop.reserve()
  assert.ok('checkout' in started)
  const path = await openPayment(app.world, started.checkout)
  assert.equal(await openPayment(app.world, started.checkout), path)
  await setRazorpayKeys(app.world, shop.storeId, razorpay.know(newAccount()))
  assert.notEqual(await openPayment(app.world, started.checkout), path)
  clock.advance(2 * DAY)
  await askAll()
  assert.deepEqual(await shop.problems(), ['For two days the provider could not say what became of it'])
})

test('the keys are sealed, useless in another store, and never shown', async () => {
  const { storeId, account } = await liveShop()
  const other = await openShop(app)
  const { db } = app.world
  const [kept] = await rowsOf(db, (sql) =>
    sql.selectFrom('razorpay_keys').selectAll().where('store_id', '=', storeId),
  )
  assert.ok(!JSON.stringify(kept).includes(account.keySecret))
  assert.ok(!JSON.stringify(kept).includes(account.webhookSecret))
  await rowsOf(db, (sql) => sql.insertInto('razorpay_keys').values({ ...kept!, store_id: other.storeId }))
  await assert.rejects(gatewayFor(app.world, other.storeId), /sealed for another store/)
})

test('keys that cannot be right are refused with a sentence', async () => {
  const { storeId } = await openShop(app)
  const good = newAccount()
  for (const bad of [
    { keyId: 'x' },
    { keyId: 'rzp_prod_12345678' },
    { keySecret: '' },
    { webhookSecret: 'a b c d e f' },
  ]) {
    await assert.rejects(setRazorpayKeys(app.world, storeId, { ...good, ...bad }), { name: 'Error' })
  }
  assert.equal((await gatewayFor(app.world, storeId)).name, 'test')
})

test('keys are tried before they are saved: those that Razorpay refuses are not', async () => {
  const { ask, call, store } = await newOwner(app)
  const { keyId: key_id, keySecret: key_secret, webhookSecret: webhook_secret } = razorpay.know(newAccount())
  const keys = { store, key_id, key_secret, webhook_secret }
  const refused = await call('setRazorpay', { ...keys, key_secret: 'another-secret' })
  assert.deepEqual(
    [refused.status, refused.body.fields],
    [400, { key_secret: 'Razorpay does not accept this secret with this key id' }],
  )
  assert.equal((await ask('readPayments', { store })).gateway, 'test')
  assert.deepEqual(await ask('setRazorpay', keys), { tried: true })
  assert.equal((await ask('readPayments', { store })).key_id, key_id)
  razorpay.state.down = true
  try {
    assert.deepEqual(await ask('setRazorpay', { ...keys, key_id: newAccount().keyId }), { tried: false })
  } finally {
    razorpay.state.down = false
  }
  assert.notEqual((await ask('readPayments', { store })).key_id, key_id)
})

test("the payment page loads Razorpay's script and nothing from anywhere else", async () => {
  const { beginPaying } = await liveShop()
  const answer = await fetch(app.url + paymentPage(await beginPaying()))
  const policy = answer.headers.get('content-security-policy') ?? ''
  const { origin } = new URL(razorpay.settings.RAZORPAY_SCRIPT_URL)
  assert.match(policy, new RegExp(`script-src 'self' ${origin};`))
  assert.ok(!policy.includes('https://*'))
  assert.ok((await answer.text()).includes(`<script src="${origin}/checkout.js">`))
})
