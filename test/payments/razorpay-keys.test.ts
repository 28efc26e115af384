import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatewayFor, paymentPage } from '../../server/actions/gateways.ts'
import { openPayment } from '../../server/actions/open-payment.ts'
import { removeRazorpayKeys, setRazorpayKeys } from '../../server/actions/razorpay-keys.ts'
import { countOpenProblems } from '../../server/storage/payment-problem-list.ts'
import { findPayment } from '../../server/storage/payments.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { newOwner } from '../help/dashboard.ts'
import { newAccount } from '../help/razorpay-server.ts'
import { DAY, MINUTE, ONE_ORDER, withRazorpay } from '../help/razorpay-shop.ts'
import { openShop } from '../help/shop.ts'

const { askAll, callBack, clock, liveShop, town } = withRazorpay()

for (const [from, to] of [
  ['test', 'live'],
  ['live', 'test'],
] as const) {
  test(`a payment begun with ${from} keys is refused once the store has ${to} keys`, async () => {
    const secrets = newAccount()
    const shop = await liveShop({ ...secrets, keyId: newAccount(from).keyId })
    const payment = await shop.beginPaying()
    const paid = town.razorpay.pay(payment.reference)
    const now = town.razorpay.know({ ...secrets, keyId: newAccount(to).keyId })
    await setRazorpayKeys(town.app.world, shop.storeId, now)
    const page = await (await fetch(town.app.url + paymentPage(payment))).text()
    assert.match(page, /<h1>This payment has ended<\/h1>/)
    assert.doesNotMatch(page, /id="(pay|razorpay)"/)
    await callBack(payment, town.razorpay.callback(now, paid))
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
  const now = town.razorpay.know(newAccount('live'))
  await setRazorpayKeys(town.app.world, shop.storeId, now)
  Object.assign(town.razorpay.orders.get(payment.reference)!, { keyId: now.keyId })
  const { body, signature } = town.razorpay.webhook(now, 'order.paid', town.razorpay.pay(payment.reference))
  await shop.hook(body, signature)
  assert.equal((await shop.ledger()).orders, 1)
})

test('money that arrives while the keys are taken away is found once they are put back', async () => {
  const shop = await liveShop()
  const payment = await shop.beginPaying()
  const paid = town.razorpay.pay(payment.reference)
  await removeRazorpayKeys(town.app.world, shop.storeId)
  await callBack(payment, town.razorpay.callback(shop.account, paid))
  assert.equal(await countOpenProblems(town.app.world.db, shop.storeId), 1)
  clock.advance(2 * MINUTE)
  await askAll()
  assert.equal((await shop.ledger()).orders, 0)
  await setRazorpayKeys(town.app.world, shop.storeId, shop.account)
  clock.advance(60 * MINUTE)
  await askAll()
  const reason = 'Started through the razorpay gateway, which the store no longer uses'
  assert.deepEqual(await shop.problems(), [reason])
  assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, payment_problems: 1 })
  assert.equal(await countOpenProblems(town.app.world.db, shop.storeId), 0)
})

test('while the keys are away for two days the seller is told once', async () => {
  const shop = await liveShop()
  const { reference } = await shop.beginPaying()
  await removeRazorpayKeys(town.app.world, shop.storeId)
  clock.advance(2 * MINUTE)
  await askAll()
  assert.deepEqual(await shop.problems(), [])
  clock.advance(2 * DAY)
  await askAll()
  const reason = 'Started through the razorpay gateway, which the store no longer uses'
  assert.deepEqual(await shop.problems(), [reason])
  assert.equal((await findPayment(town.app.world.db, shop.storeId, 'razorpay', reference))!.ask_at, null)
})

test('under keys of another account nothing is collected, and what was paid under the old ones is looked for', async () => {
  const shop = await liveShop()
  const payment = await shop.beginPaying()
  const paid = town.razorpay.pay(payment.reference)
  await setRazorpayKeys(town.app.world, shop.storeId, town.razorpay.know(newAccount('live')))
  const page = await (await fetch(town.app.url + paymentPage(payment))).text()
  assert.match(page, /<h1>This payment has ended<\/h1>/)
  assert.doesNotMatch(page, /id="(pay|razorpay)"/)
  await callBack(payment, town.razorpay.callback(shop.account, paid))
  assert.deepEqual(await shop.problems(), [], 'an honest signature is not called a wrong one')
  clock.advance(2 * DAY)
  await askAll()
  assert.deepEqual(await shop.problems(), ['For two days the provider could not say what became of it'])
  assert.equal(await countOpenProblems(town.app.world.db, shop.storeId), 1)
  const outcome = await (await fetch(`${town.app.url}${paymentPage(payment)}/outcome`)).text()
  assert.match(outcome, /<h1>No payment has arrived<\/h1>/)
})

test('keys of another account begin another payment, and what the provider does not know after two days is told', async () => {
  const shop = await liveShop()
  const started = await shop.reserve()
  assert.ok('checkout' in started)
  const path = await openPayment(town.app.world, started.checkout)
  assert.equal(await openPayment(town.app.world, started.checkout), path)
  await setRazorpayKeys(town.app.world, shop.storeId, town.razorpay.know(newAccount()))
  assert.notEqual(await openPayment(town.app.world, started.checkout), path)
  clock.advance(2 * DAY)
  await askAll()
  assert.deepEqual(await shop.problems(), ['For two days the provider could not say what became of it'])
})

test('the keys are sealed, useless in another store, and never shown', async () => {
  const { storeId, account } = await liveShop()
  const other = await openShop(town.app)
  const { db } = town.app.world
  const [kept] = await rowsOf(db, (sql) =>
    sql.selectFrom('razorpay_keys').selectAll().where('store_id', '=', storeId),
  )
  assert.ok(!JSON.stringify(kept).includes(account.keySecret))
  assert.ok(!JSON.stringify(kept).includes(account.webhookSecret))
  await rowsOf(db, (sql) => sql.insertInto('razorpay_keys').values({ ...kept!, store_id: other.storeId }))
  await assert.rejects(gatewayFor(town.app.world, other.storeId), /sealed for another store/)
})

test('keys that cannot be right are refused with a sentence', async () => {
  const { storeId } = await openShop(town.app)
  const good = newAccount()
  for (const bad of [
    { keyId: 'x' },
    { keyId: 'rzp_prod_12345678' },
    { keySecret: '' },
    { webhookSecret: 'a b c d e f' },
  ]) {
    await assert.rejects(setRazorpayKeys(town.app.world, storeId, { ...good, ...bad }), { name: 'Error' })
  }
  assert.equal((await gatewayFor(town.app.world, storeId)).name, 'test')
})

test('keys are tried before they are saved: those that Razorpay refuses are not', async () => {
  const { ask, call, store } = await newOwner(town.app)
  const {
    keyId: key_id,
    keySecret: key_secret,
    webhookSecret: webhook_secret,
  } = town.razorpay.know(newAccount())
  const keys = { store, key_id, key_secret, webhook_secret }
  const refused = await call('setRazorpay', { ...keys, key_secret: 'another-secret' })
  assert.deepEqual(
    [refused.status, refused.body.fields],
    [400, { key_secret: 'Razorpay does not accept this secret with this key id' }],
  )
  assert.equal((await ask('readPayments', { store })).gateway, 'test')
  assert.deepEqual(await ask('setRazorpay', keys), { tried: true })
  assert.equal((await ask('readPayments', { store })).key_id, key_id)
  town.razorpay.state.down = true
  try {
    assert.deepEqual(await ask('setRazorpay', { ...keys, key_id: newAccount().keyId }), { tried: false })
  } finally {
    town.razorpay.state.down = false
  }
  assert.notEqual((await ask('readPayments', { store })).key_id, key_id)
})
