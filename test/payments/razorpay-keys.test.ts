import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAccount } from '../../harness/servers/razorpay-server.ts'
import { newOwner } from '../../harness/shops/dashboard.ts'
import { openShop } from '../../harness/shops/shop.ts'
import { gatewayFor, gatewaysOf } from '../../server/actions/payments/gateways.ts'
import { openPayment } from '../../server/actions/payments/open-payment.ts'
import { removeRazorpayKeys, setRazorpayKeys } from '../../server/actions/payments/razorpay-keys.ts'
import { KEYS_KEPT_MS } from '../../server/rules/payments/ask-again.ts'
import { paymentPath } from '../../server/rules/stores/customer-paths.ts'
import { DAY_MS, MINUTE_MS } from '../../server/rules/values/durations.ts'
import type { PaymentRow } from '../../server/storage/payments/payment-rows.ts'
import { forgetFormerRazorpayKeys } from '../../server/storage/payments/razorpay-keys.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { markStoreDeleted } from '../../server/storage/stores/store-deletion.ts'
import { askUntil } from '../help/payments/ask-all-due.ts'
import { ONE_SOLD, withRazorpay } from '../help/payments/razorpay-shop.ts'

const { askAll, callBack, clock, liveShop, town } = withRazorpay()

test('a payment begun with test keys buys nothing once the store has live keys', async () => {
  const shop = await liveShop(newAccount('test'))
  const payment = await shop.beginPaying()
  const paid = town.razorpay.pay(payment.reference)
  await setRazorpayKeys(town.app.world, shop.storeId, town.razorpay.know(newAccount('live')))
  const page = await (await fetch(town.app.url + paymentPath(payment))).text()
  assert.match(page, /<h1>This payment has ended<\/h1>/)
  assert.doesNotMatch(page, /id="(pay|razorpay)"/)
  await callBack(payment, town.razorpay.callback(shop.account, paid))
  assert.equal((await shop.event('payment.captured', paid)).status, 200)
  clock.advance(2 * MINUTE_MS)
  await askAll()
  assert.equal((await shop.ledger()).orders, 0)
  assert.deepEqual(await shop.problems(), ['Started with test keys, but the store now has live keys'])
})

const SINCE = {
  'gets keys of another account': () => town.razorpay.know(newAccount('live')),
  'gets test keys': () => town.razorpay.know(newAccount('test')),
  'goes back to the test gateway': () => undefined,
}

for (const [words, since] of Object.entries(SINCE)) {
  test(`money paid under live keys is settled with them after the store ${words}`, async () => {
    const shop = await liveShop()
    const payments = [await shop.beginPaying(), await shop.beginPaying(), await shop.beginPaying()] as const
    const keys = since()
    if (keys) await setRazorpayKeys(town.app.world, shop.storeId, keys)
    else await removeRazorpayKeys(town.app.world, shop.storeId)
    const page = await (await fetch(town.app.url + paymentPath(payments[0]))).text()
    assert.match(page, /<h1>This payment has ended<\/h1>/)
    assert.doesNotMatch(page, /id="(pay|razorpay)"/)
    const [first, second] = payments.map(({ reference }) => town.razorpay.pay(reference))
    await callBack(payments[0], town.razorpay.callback(shop.account, first!))
    assert.equal((await shop.ledger()).orders, 1, 'by the callback')
    await shop.event('payment.captured', second!)
    assert.equal((await shop.ledger()).orders, 2, 'by the webhook, signed with the former secret')
    clock.advance(2 * MINUTE_MS)
    await askAll()
    assert.equal((await shop.ledger()).orders, 3, 'by asking')
    assert.deepEqual(await shop.problems(), [])
  })
}

test('a payment begun with old keys is settled by webhook under new ones of the same mode', async () => {
  const shop = await liveShop()
  const payment = await shop.beginPaying()
  const now = town.razorpay.know(newAccount('live'))
  await setRazorpayKeys(town.app.world, shop.storeId, now)
  Object.assign(town.razorpay.orders.get(payment.reference)!, { keyId: now.keyId })
  const { body, signature } = town.razorpay.webhook(now, 'order.paid', town.razorpay.pay(payment.reference))
  await shop.hook(body, signature)
  assert.equal((await shop.ledger()).orders, 1)
})

test('keys that were revoked and then restored find a payment made meanwhile', async () => {
  const shop = await liveShop()
  const payment = await shop.beginPaying()
  const paid = town.razorpay.pay(payment.reference)
  await removeRazorpayKeys(town.app.world, shop.storeId)
  town.razorpay.forget(shop.account)
  await callBack(payment, town.razorpay.callback(shop.account, paid))
  clock.advance(2 * MINUTE_MS)
  await askAll()
  assert.equal((await shop.ledger()).orders, 0)
  await setRazorpayKeys(town.app.world, shop.storeId, town.razorpay.know(shop.account))
  clock.advance(60 * MINUTE_MS)
  await askAll()
  assert.deepEqual(await shop.ledger(), ONE_SOLD)
})

test('restored keys that are replaced again are kept for the full time from then on', async () => {
  const { world } = town.app
  const shop = await liveShop()
  const other = town.razorpay.know(newAccount())
  const payment = await shop.beginPaying()
  for (const keys of [other, shop.account, other]) {
    await setRazorpayKeys(world, shop.storeId, keys)
    clock.advance(KEYS_KEPT_MS - 1)
  }
  const [own] = await gatewaysOf(world, payment)
  assert.equal(own?.account, shop.account.keyId)
})

test('a payment that no key can ask about for two days is reported to the seller once', async () => {
  const shop = await liveShop()
  const begun = await shop.beginPaying()
  await removeRazorpayKeys(town.app.world, shop.storeId)
  town.razorpay.forget(shop.account)
  clock.advance(2 * MINUTE_MS)
  await askAll()
  assert.deepEqual(await shop.problems(), [])
  await askUntil({ world: town.app.world, clock }, begun)
  assert.deepEqual(await shop.problems(), ['For two days the provider could not say what happened to it'])
  const outcome = await (await fetch(`${town.app.url}${paymentPath(begun)}/outcome`)).text()
  assert.match(outcome, /<h1>No payment has arrived<\/h1>/)
})

test('former keys are deleted once no payment needs them, and with the store', async () => {
  const { world } = town.app
  const shop = await liveShop()
  const payment = await shop.beginPaying()
  await removeRazorpayKeys(world, shop.storeId)
  const kept = () =>
    rowsOf(world.db, (sql) =>
      sql.selectFrom('former_razorpay_keys').selectAll().where('store_id', '=', shop.storeId),
    )
  assert.ok(!JSON.stringify(await kept()).includes(shop.account.keySecret))
  clock.advance(2 * DAY_MS)
  await forgetFormerRazorpayKeys(world.db, clock.now() - KEYS_KEPT_MS)
  assert.equal((await kept()).length, 1)
  clock.advance(60 * MINUTE_MS + 1)
  assert.deepEqual(await gatewaysOf(world, payment), [])
  const { status } = await shop.event('payment.captured', town.razorpay.pay(payment.reference))
  assert.equal(status, 404)
  await forgetFormerRazorpayKeys(world.db, clock.now() - KEYS_KEPT_MS)
  assert.deepEqual(await kept(), [])
})

test('a callback for a payment that is no longer polled leaves the seller nothing to look at', async () => {
  const shop = await liveShop()
  const [unpaid, revoked] = [await shop.beginPaying(), await shop.beginPaying()]
  for (const each of [unpaid, revoked]) await askUntil({ world: town.app.world, clock }, each)
  town.razorpay.forget(shop.account)
  await callBack(revoked, {})
  await askAll()
  await removeRazorpayKeys(town.app.world, shop.storeId)
  clock.advance(KEYS_KEPT_MS + 1)
  await callBack(unpaid, {})
  assert.deepEqual(await shop.problems(), [])
})

test('keys of another account begin another payment, and the former keys show that the first is unpaid', async () => {
  const shop = await liveShop()
  const started = await shop.reserve()
  assert.ok('checkout' in started)
  const path = await openPayment(town.app.world, started.checkout)
  assert.equal(await openPayment(town.app.world, started.checkout), path)
  await setRazorpayKeys(town.app.world, shop.storeId, town.razorpay.know(newAccount()))
  clock.advance(1)
  const other = await openPayment(town.app.world, started.checkout)
  assert.notEqual(other, path)
  assert.equal(await openPayment(town.app.world, started.checkout), other)
  clock.advance(2 * DAY_MS)
  await askAll()
  assert.deepEqual(await shop.problems(), [])
})

test('a payment is asked about with the keys it began under, then with newer ones that may know it', async () => {
  const { world } = town.app
  const shop = await liveShop()
  const asked = async (payment: PaymentRow) =>
    (await gatewaysOf(world, payment)).map(({ account }) => account)
  const use = async (mode: 'test' | 'live') => {
    const account = town.razorpay.know(newAccount(mode))
    await setRazorpayKeys(world, shop.storeId, account)
    return account.keyId
  }
  const first = shop.account.keyId
  const live = await shop.beginPaying()
  assert.deepEqual(await asked(live), [first])
  const second = await use('live')
  assert.deepEqual(await asked(live), [first, second])
  const trial = await use('test')
  assert.deepEqual(await asked(live), [first], 'test keys know of no live money')
  const tried = await shop.beginPaying()
  const otherTrial = await use('test')
  assert.deepEqual(await asked(tried), [trial, otherTrial])
  const third = await use('live')
  assert.deepEqual(await asked(tried), [third], 'which say that test money buys nothing')
  await removeRazorpayKeys(world, shop.storeId)
  assert.deepEqual(await asked(live), [first])
  clock.advance(KEYS_KEPT_MS + 1)
  const last = await use('live')
  assert.deepEqual(await asked(live), [last], 'the former ones are kept no longer')
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

test('keys of a store that is deleted while they are tried are not saved', async () => {
  const { world } = town.app
  const { storeId } = await openShop(town.app)
  await markStoreDeleted(world.db, storeId, clock.now())
  await assert.rejects(setRazorpayKeys(world, storeId, newAccount('live')), {
    message: 'There is no store with that id',
  })
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
