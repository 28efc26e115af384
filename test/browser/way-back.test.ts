import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startTestApp, type TestApp } from '../../harness/app/app.ts'
import { PHONE } from '../../harness/browser/browser.ts'
import { lendChromium } from '../../harness/browser/lent-chromium.ts'
import { skipWithout } from '../../harness/services/services.ts'
import { newShop } from '../../harness/shops/shopper.ts'
import { SCRIPT } from '../../server/http/pages/assets.ts'
import { LOOKED_AT } from '../help/browser/seller-window.ts'

describe('a customer who comes back', { skip: skipWithout.chromium }, () => {
  const opened = new AsyncDisposableStack()
  let app: TestApp
  let chromium: Awaited<ReturnType<typeof lendChromium>>

  before(async () => {
    app = opened.use(await startTestApp())
    chromium = opened.use(await lendChromium())
  })
  after(() => opened.disposeAsync())

  const toPayment = (page: Page) => page.getByRole('button', { name: 'Go to payment' }).tap()
  async function pay(page: Page) {
    await page.getByRole('button', { name: 'Pay', exact: true }).tap()
    await page.getByRole('heading', { name: 'Order received' }).waitFor()
  }

  test('after paying is told so at the form with the choices made on the way to it', () =>
    goesBackAfterBuying({ variations: ['Red', 'Blue'] }, 'Blue'))

  test('after paying is told so at the form of a product without choices', () => goesBackAfterBuying({}))

  async function goesBackAfterBuying(product: object, choice?: string) {
    const shop = await newShop(app, { stock: 9, ...product })
    const { page } = await chromium.open(PHONE)
    await page.goto(app.url + shop.path)
    if (choice) await page.getByRole('radio', { name: choice }).tap()
    await page.getByRole('button', { name: 'Buy now' }).tap()
    await fillIn(page)
    await toPayment(page)
    await page.getByRole('heading', { name: 'Test payment' }).waitFor()
    await page.goBack()
    assert.equal(
      await page.getByLabel('City').inputValue(),
      'Pune',
      'no typed field is lost before the payment',
    )
    await toPayment(page)
    await pay(page)
    await page.goBack()
    await page.waitForURL(/\/o\//)
    await page.goBack()
    await page.waitForURL(/\/checkout/)
    await page.getByRole('alert').getByText('You have bought this already').waitFor()
    if (choice) assert.equal(await page.getByRole('radio', { name: choice }).isChecked(), true)
  }

  for (const [what, stock] of [
    ['a form', 9],
    ['a form for the last piece', 1],
  ] as const)
    test(`after paying is told so at ${what} restored from the back/forward cache, which leads to the order`, () =>
      comesBackTo(stock))

  async function comesBackTo(stock: number) {
    const shop = await newShop(app, { stock })
    const { page, context } = await chromium.open(PHONE)
    await page.goto(`${app.url}${shop.path}/checkout`)
    const kept = await context.newPage()
    await kept.goto(page.url())
    for (const each of [page, kept]) await fillIn(each)
    const comesBack = () =>
      kept.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    const looked = kept.waitForResponse(page.url())
    await comesBack()
    await looked
    await toPayment(page)
    await pay(page)
    await comesBack()
    const told = kept.getByRole('alert')
    await told.waitFor()
    assert.equal(await told.textContent(), 'You have bought this already: see your order.')
    assert.equal(await kept.getByLabel('City').inputValue(), 'Pune')
    await toPayment(kept)
    await kept.getByRole('heading', { name: 'Order received' }).waitFor()
    assert.equal((await shop.checkouts()).length, 1)
  }

  test('finds the size still chosen that was chosen before a look elsewhere, beside the present stock', async () => {
    const shop = await newShop(app, { stock: 5, size: ['S', 'M'] })
    const { page } = await chromium.open(PHONE)
    await page.goto(app.url + shop.path)
    const size = page.getByRole('radio', { name: 'M' })
    await size.check()
    for (const [stock, words] of [
      [3, 'Only 3 left'],
      [0, 'Out of stock'],
    ] as const) {
      await shop.call('PUT', `/api/products/${shop.productId}/edit`, { stock })
      await page.evaluate(LOOKED_AT)
      await page.locator('.stock', { hasText: words }).waitFor()
      assert.equal(await size.isChecked(), true)
    }
  })

  test('sees the present stock though the look before was never answered', async () => {
    const shop = await newShop(app, { stock: 5 })
    const { page } = await chromium.open(PHONE)
    await page.goto(app.url + shop.path)
    await shop.call('PUT', `/api/products/${shop.productId}/edit`, { stock: 3 })
    await page.route(page.url(), () => {}, { times: 1 })
    const asked = page.waitForRequest(page.url())
    await page.evaluate(LOOKED_AT)
    await asked
    await page.evaluate(LOOKED_AT)
    await page.getByText('Only 3 left').waitFor()
  })

  test('is told, once the shop answers again, that a page is not here', async () => {
    const { page } = await chromium.open(PHONE)
    await page.clock.install()
    const away = `<script src="${SCRIPT.path}" defer></script><h1 data-look-again="10">Away</h1>`
    const wrong = `${app.url}/s/no-such-store`
    const fulfil = { status: 503, contentType: 'text/html', body: away }
    await page.route(wrong, (route) => route.fulfill(fulfil), { times: 1 })
    await page.goto(wrong)
    await page.clock.fastForward(10_000)
    await page.getByRole('heading', { name: 'This page is not here' }).waitFor()
  })
})

async function fillIn(page: Page) {
  for (const [label, value] of Object.entries({
    ...{ Name: 'Ravi Joshi', 'E-mail': 'ravi@example.com', Phone: '9812345670' },
    ...{ 'House and street': '3 MG Road', Pincode: '411001', City: 'Pune' },
  }))
    await page.getByLabel(label, { exact: true }).fill(value)
}
