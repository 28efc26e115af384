import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startTestApp } from '../../harness/app/app.ts'
import { assertUsable, PHONE } from '../../harness/browser/browser.ts'
import { lendChromium } from '../../harness/browser/lent-chromium.ts'
import { newAccount, startRazorpay } from '../../harness/servers/razorpay-server.ts'
import { skipWithout } from '../../harness/services/services.ts'
import { openShop } from '../../harness/shops/shop.ts'
import { setRazorpayKeys } from '../../server/actions/payments/razorpay-keys.ts'
import { paymentPath } from '../../server/rules/stores/customer-paths.ts'

/** The values that the fake Razorpay script sets on the page. */
type Opened = { opens: number; opened: Record<string, unknown> & { handler(result: object): void } }

const hasOpened = (page: Page, times: number) =>
  page.waitForFunction((times) => (globalThis as unknown as Opened).opens === times, times)

const handBack = (page: Page, result: object) =>
  page.evaluate((fields) => (globalThis as unknown as Opened).opened.handler(fields), result)

/** A shop with Razorpay keys, and a customer who is about to pay. */
async function beginPaying(product = {}) {
  await using opened = new AsyncDisposableStack()
  const razorpay = opened.use(await startRazorpay())
  const app = opened.use(await startTestApp(razorpay.settings))
  const account = razorpay.know(newAccount('test'))
  const shop = await openShop(app, product)
  await setRazorpayKeys(app.world, shop.storeId, account)
  const payment = await shop.beginPaying()
  const kept = opened.move()
  return {
    ...{ razorpay, app, account, shop, payment, url: app.url + paymentPath(payment) },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

describe('a customer at Razorpay', { skip: skipWithout.chromium }, () => {
  let chromium: Awaited<ReturnType<typeof lendChromium>>
  before(async () => {
    chromium = await lendChromium()
  })
  after(() => chromium?.[Symbol.asyncDispose]())

  test('a customer pays in the Razorpay window, however slowly it loads, and arrives at the order', async () => {
    await using paying = await beginPaying({ name: 'Lamp "quoted" <b>' })
    const { razorpay, app, account, shop, payment } = paying
    const { page, complaints } = await chromium.open(PHONE)
    const slow = Promise.withResolvers<void>()
    razorpay.state.held = slow.promise
    await page.goto(paying.url, { waitUntil: 'domcontentloaded' })
    const pay = page.getByRole('button', { name: /^Pay ₹499\.50/ })
    await pay.click()
    const loading = page.getByRole('status').getByText('The payment window is loading…')
    await loading.waitFor()
    await assertUsable(page)
    slow.resolve()
    await loading.waitFor({ state: 'detached' })
    await hasOpened(page, 1)
    await assertUsable(page)
    const options = await page.evaluate(() => {
      const { handler, ...rest } = (globalThis as unknown as Opened).opened
      return rest
    })
    assert.deepEqual(options, {
      key: account.keyId,
      order_id: payment.reference,
      amount: payment.amount_paise,
      currency: 'INR',
      name: 'Test store',
      description: '1 × Lamp "quoted" <b>',
      prefill: { name: 'Meera Iyer', email: 'meera@example.com', contact: '+919876543210' },
      theme: options.theme,
      callback_url: `${app.world.publicUrl}${paymentPath(payment)}`,
    })

    await pay.click()
    await hasOpened(page, 2)
    const result = razorpay.callback(account, razorpay.pay(payment.reference))
    await handBack(page, result)
    await page.waitForURL(/\/o\/[\w-]{32}$/)
    await page.goBack()
    assert.match(page.url(), /\/o\/[\w-]{32}$/)
    assert.equal((await shop.ledger()).orders, 1)
    assert.deepEqual(complaints, [])
  })

  test('a payment reported only by webhook leads the open page to the order', async () => {
    await using paying = await beginPaying()
    const { razorpay, app, account, shop, payment } = paying
    const { page, complaints } = await chromium.open(PHONE)
    await page.goto(paying.url)
    await hasOpened(page, 1)
    const { body, signature } = razorpay.webhook(account, 'order.paid', razorpay.pay(payment.reference))
    const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature }
    const hook = `${app.url}/payments/razorpay/${shop.storeId}/webhook`
    assert.equal((await fetch(hook, { method: 'POST', headers, body })).status, 200)
    await page.waitForURL(/\/o\/[\w-]{32}$/)
    assert.deepEqual(complaints, [])
  })

  for (const [name, place] of [
    ['the payment', ''],
    ['the wait for the bank', '/outcome'],
  ] as const) {
    test(`the page of ${name} polls again after a poll that is never answered`, async () => {
      await using paying = await beginPaying()
      const { razorpay, app, account, shop, payment } = paying
      const { page } = await chromium.open(PHONE)
      await page.clock.install()
      await page.goto(paying.url + place)
      const { body, signature } = razorpay.webhook(account, 'order.paid', razorpay.pay(payment.reference))
      const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature }
      const hook = `${app.url}/payments/razorpay/${shop.storeId}/webhook`
      await page.route(page.url(), () => {}, { times: 1 })
      const asked = page.waitForRequest(page.url())
      await page.clock.fastForward(4000)
      const look = await asked
      assert.equal((await fetch(hook, { method: 'POST', headers, body })).status, 200)
      const givenUp = page.waitForEvent('requestfailed', (request) => request === look)
      await page.clock.fastForward(30_000)
      await givenUp
      await page.clock.fastForward(4000)
      await page.waitForURL(/\/o\/[\w-]{32}$/)
    })
  }

  test('a payment that ends while offline is kept, announced, and submitted once online', async () => {
    await using paying = await beginPaying()
    const { razorpay, account, shop, payment } = paying
    const { page, context } = await chromium.open(PHONE)
    await page.goto(paying.url)
    await hasOpened(page, 1)
    const result = razorpay.callback(account, razorpay.pay(payment.reference))
    await context.setOffline(true)
    await handBack(page, result)
    await page.getByRole('status').getByText('You are offline').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Pay/ }).isDisabled(), true)
    await context.setOffline(false)
    await page.waitForURL(/\/o\/[\w-]{32}$/)
    assert.equal((await shop.ledger()).orders, 1)
  })

  test('if the script cannot be loaded, the page says so and the next press tries again', async () => {
    await using paying = await beginPaying()
    const { razorpay } = paying
    const { page } = await chromium.open(PHONE)
    razorpay.state.down = true
    await page.goto(paying.url)
    const missing = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
    await missing.waitFor()
    razorpay.state.down = false
    await page.getByRole('button', { name: /^Pay/ }).click()
    await hasOpened(page, 1)
    assert.equal(await missing.isVisible(), false)
  })
})
