import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { startTestApp } from '../../harness/app/app.ts'
import { movableClock } from '../../harness/app/clock.ts'
import { formOf } from '../../harness/shops/page.ts'
import { openShop } from '../../harness/shops/shop.ts'
import { testGateway } from '../../server/actions/payments/gateways.ts'
import { setRazorpayKeys } from '../../server/actions/payments/razorpay-keys.ts'
import { startPayment } from '../../server/actions/payments/start-payment.ts'
import { editProduct } from '../../server/actions/products/edit-product.ts'
import { paymentPath } from '../../server/rules/stores/customer-paths.ts'
import type { PaymentRow } from '../../server/storage/payments/payment-rows.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { ONE_ORDER } from '../help/payments/settling.ts'

const KEYS = { keyId: 'rzp_live_abcdefgh', keySecret: 'a-secret', webhookSecret: 'another-secret' }

const post = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

test('the page shows whom to pay, for what and how much, and paying leads to the order', async () => {
  await using app = await startTestApp()
  const shop = await openShop(app, { name: 'Lamp <b>', price: 123456, stock: 2 })
  const url = app.url + paymentPath(await shop.beginPaying())
  const answer = await fetch(url)
  const page = await answer.text()
  assert.equal(answer.status, 200)
  assert.match(page, /Test store/)
  assert.match(page, /1 × Lamp &lt;b&gt;/)
  assert.match(page, /₹1,23,456\.00/)
  assert.match(page, /Leave without paying/)
  assert.match(page, /It is kept for you for another 15 minutes\./)

  const paid = await post(url, formOf(page, 'Pay'))
  assert.equal(paid.status, 303)
  const outcome = await fetch(app.url + paid.headers.get('location'), { redirect: 'manual' })
  assert.match(outcome.headers.get('location') ?? '', /^\/o\/[\w-]{32}$/)
  assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, stock: 1 })
  const again = await fetch(url, { redirect: 'manual' })
  assert.equal(again.status, 303)
})

test('a payment that fails makes no order and can be tried again', async () => {
  await using app = await startTestApp()
  const shop = await openShop(app)
  const url = app.url + paymentPath(await shop.beginPaying())
  const page = await (await fetch(url)).text()
  const failed = await post(url, formOf(page, 'Let the payment fail'))
  const outcome = await (await fetch(app.url + failed.headers.get('location'))).text()
  assert.match(outcome, /The payment did not go through/)
  const unsigned = await post(url, {})
  assert.equal(await (await fetch(app.url + unsigned.headers.get('location'))).text(), outcome)
  assert.match(outcome, /kept for you for another 15 minutes/)
  assert.equal((await shop.ledger()).orders, 0)
  await post(url, formOf(page, 'Pay'))
  assert.equal((await shop.ledger()).orders, 1)
})

test('a failed payment can be tried again only while it would buy something, and says how the product stands', async () => {
  const clock = movableClock()
  await using app = await startTestApp({}, { now: clock.now })
  const shop = await openShop(app, { price: 100 })
  const fail = async () => {
    const payment = await shop.beginPaying()
    const { reference, amount_paise } = payment
    await post(
      app.url + paymentPath(payment),
      testGateway(app.world).finish(reference, amount_paise, 'failed'),
    )
    return async () => {
      const page = await (await fetch(`${app.url}${paymentPath(payment)}/outcome`)).text()
      assert.match(page, /<h1>The payment did not go through<\/h1>/)
      const links = [...page.matchAll(/class="button[^"]*" href="[^"]*">([^<]*)/g)].map(([, label]) => label)
      return { says: /<\/dl>\s*<p>([^<]*)/.exec(page)?.[1], links }
    }
  }
  const look = await fail()
  const edit = (input: object) => editProduct(app.world, { storeId: shop.storeId, id: shop.productId, input })
  const again = ['Try again', 'See all products']
  assert.deepEqual(await look(), { says: 'It is kept for you for another 15 minutes.', links: again })
  clock.advance(15 * 60_000)
  assert.deepEqual(await look(), {
    says: 'It is no longer kept for you, but you can still pay while it is offered as it was.',
    links: again,
  })
  await edit({ current_price: 90 })
  assert.deepEqual(await look(), {
    says: 'It was kept for you for 15 minutes, and Brass lamp has changed since.',
    links: ['Begin again', 'See all products'],
  })
  const later = await fail()
  await shop.seller.call('DELETE', `/api/products/${shop.productId}`)
  const gone = { says: 'Brass lamp is no longer available.', links: ['See all products'] }
  assert.deepEqual([await look(), await later()], [gone, gone])
})

test('no payment is asked for a product that is deleted, out of stock, reserved by others or paid for', async () => {
  const clock = movableClock()
  await using app = await startTestApp({}, { now: clock.now })
  const { world } = app
  const shop = await openShop(app, { stock: 2 })
  const started = await shop.reserve()
  assert.ok('checkout' in started)
  const begin = () => startPayment(world, testGateway(world), started.checkout)
  const [early, late] = [await begin(), await begin()]
  const look = async (payment: PaymentRow) => {
    const answer = await fetch(app.url + paymentPath(payment), { redirect: 'manual' })
    return answer.headers.get('location') ?? (await answer.text())
  }
  const other = await shop.beginPaying()
  const { reference, amount_paise } = early
  await post(app.url + paymentPath(early), testGateway(world).finish(reference, amount_paise, 'paid'))
  assert.match(await look(late), /^\/o\//)

  clock.advance(15 * 60_000)
  assert.match(await look(other), />Pay</)
  const newcomer = await shop.beginPaying()
  assert.match(await look(other), /<h1>Brass lamp is no longer available<\/h1>/)
  assert.match(await look(newcomer), />Pay</)

  const emptied = await openShop(app)
  const payment = await emptied.beginPaying()
  await editProduct(world, { storeId: emptied.storeId, id: emptied.productId, input: { stock: 0 } })
  assert.match(await look(payment), /no longer available/)
  await emptied.seller.call('DELETE', `/api/products/${emptied.productId}`)
  const page = await look(payment)
  assert.match(page, /no longer available/)
  assert.ok(page.includes(`href="/s/${emptied.seller.slug}">See all products`))
  assert.doesNotMatch(page, /<form/)
})

test('a customer who returns before the payment is known waits on a page that reloads itself', async () => {
  await using app = await startTestApp()
  const shop = await openShop(app)
  const payment = await shop.beginPaying()
  const path = paymentPath(payment)
  const outcome = () => fetch(`${app.url}${path}/outcome`, { redirect: 'manual' })
  const waiting = await outcome()
  assert.equal(waiting.status, 200)
  const page = await waiting.text()
  assert.match(page, /<noscript><meta http-equiv="refresh" content="4"><\/noscript>/)
  assert.match(page, /role="status" data-look-again="4">\s*<h1>Waiting for your bank<\/h1>/)
  assert.ok(page.includes(`href="${path}"`), 'and leads back to the payment')
  await post(app.url + path, formOf(await (await fetch(app.url + path)).text(), 'Pay'))
  assert.match((await outcome()).headers.get('location') ?? '', /^\/o\//)
})

test('a tampered result creates no order', async () => {
  await using app = await startTestApp()
  const shop = await openShop(app)
  const url = app.url + paymentPath(await shop.beginPaying())
  const result = formOf(await (await fetch(url)).text(), 'Pay')
  for (const change of [
    { signature: 'x' },
    { amount_paise: '1' },
    { reference: 'test_other' },
    { outcome: '' },
  ]) {
    await post(url, { ...result, ...change })
  }
  await post(url, {})
  const { orders, payment_problems } = await shop.ledger()
  assert.deepEqual({ orders, payment_problems }, { orders: 0, payment_problems: 0 })
})

test('the genuine result of another payment pays for nothing here', async () => {
  await using app = await startTestApp()
  const shop = await openShop(app)
  const [mine, other] = [await shop.beginPaying(), await shop.beginPaying()]
  await post(
    app.url + paymentPath(mine),
    testGateway(app.world).finish(other.reference, other.amount_paise, 'paid'),
  )
  const { orders, payment_problems } = await shop.ledger()
  assert.deepEqual({ orders, payment_problems }, { orders: 0, payment_problems: 0 })
})

test('without the right token the payment pages answer 404', async () => {
  await using app = await startTestApp()
  const shop = await openShop(app)
  const payment = await shop.beginPaying()
  const { id: older } = await shop.beginPaying()
  await rowsOf(app.world.db, (sql) => sql.updateTable('payments').set({ token: '' }).where('id', '=', older))
  for (const token of ['', 'x', payment.id, payment.reference]) {
    assert.equal((await fetch(`${app.url}/pay/test/${token}`)).status, 404)
    assert.equal((await fetch(`${app.url}/pay/test/${token}/outcome`)).status, 404)
  }
  assert.equal((await fetch(`${app.url}/pay/razorpay/${payment.token}`)).status, 404)
})

test('test money buys nothing once the store has live keys', async () => {
  await using app = await startTestApp()
  const shop = await openShop(app)
  const payment = await shop.beginPaying()
  const url = app.url + paymentPath(payment)
  const result = formOf(await (await fetch(url)).text(), 'Pay')
  await setRazorpayKeys(app.world, shop.storeId, KEYS)
  assert.equal((await fetch(url)).status, 404)
  await post(url, result)
  const { orders, payment_problems } = await shop.ledger()
  assert.deepEqual({ orders, payment_problems }, { orders: 0, payment_problems: 1 })
})

test('a failed payment offers no retry after the store has changed how it takes payments', async () => {
  await using app = await startTestApp()
  const shop = await openShop(app)
  const url = app.url + paymentPath(await shop.beginPaying())
  await post(url, formOf(await (await fetch(url)).text(), 'Let the payment fail'))
  await setRazorpayKeys(app.world, shop.storeId, KEYS)
  const page = await (await fetch(`${url}/outcome`)).text()
  assert.match(page, /<p>Test store has changed how it takes payments\.<\/p>/)
  assert.match(page, />Begin again</)
  assert.doesNotMatch(page, />Try again</)
})

test('the waiting page polls again after an answer that broke off', async () => {
  await using server = createServer((_, response) => {
    response.writeHead(200, { 'content-length': 1000 })
    response.write('<!doctype html>', () => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const script = new URL('../../server/http/pages/browser/pages.js', import.meta.url)
  const looks: Array<() => Promise<void>> = []
  runInNewContext(readFileSync(script, 'utf8'), {
    Intl,
    AbortController,
    fetch,
    addEventListener() {},
    clearTimeout() {},
    location: { href: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    document: {
      images: [],
      querySelectorAll: () => [],
      querySelector: (wanted: string) =>
        wanted === '[data-look-again]' ? { dataset: { lookAgain: '4' } } : null,
    },
    setTimeout: (look: () => Promise<void>, ms: number) => ms === 4000 && looks.push(look),
  })
  await looks[0]!().catch(() => {})
  assert.equal(looks.length, 2)
})
