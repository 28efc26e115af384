import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { newSeller, startTestApp, type TestApp } from '../../harness/app/app.ts'
import { inLargeLetters, LAPTOP, PHONE } from '../../harness/browser/browser.ts'
import { freeAddress } from '../../harness/browser/chromium.ts'
import { lendChromium } from '../../harness/browser/lent-chromium.ts'
import { skipWithout } from '../../harness/services/services.ts'
import { base64, plain } from '../../harness/shops/pictures.ts'
import { CUSTOMER, newShop } from '../../harness/shops/shopper.ts'
import { mailHtml } from '../../server/mails/mail-html.ts'
import { LOOKED_AT } from '../help/browser/seller-window.ts'

/** 720 physical pixels wide, like most cheap phones. */
const SMALL_PHONE = { ...PHONE, deviceScaleFactor: 2 }

const PAPER_EDGE = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' }

/** Prices that are broken across lines in letters of several sizes. */
const TORN_PRICES = `['100%', '130%', '150%', '200%'].flatMap((size) => {
  const root = document.documentElement
  root.style.fontSize = size
  const torn = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const [price] = /₹[\\d,.]+/.exec(texts.currentNode.data) ?? []
    if (!price) continue
    const range = new Range()
    const from = texts.currentNode.data.indexOf(price)
    range.setStart(texts.currentNode, from)
    range.setEnd(texts.currentNode, from + price.length)
    if (range.getClientRects().length > 1) torn.push(size + ' ' + texts.currentNode.parentElement.outerHTML)
  }
  root.style.fontSize = ''
  return torn
})`

describe('a small phone', { skip: skipWithout.chromium }, () => {
  const opened = new AsyncDisposableStack()
  let app: TestApp
  let chromium: Awaited<ReturnType<typeof lendChromium>>
  let page: Page

  before(async () => {
    app = opened.use(await startTestApp(await freeAddress()))
    chromium = opened.use(await lendChromium())
    page = (await chromium.open(SMALL_PHONE)).page
  })
  after(() => opened.disposeAsync())

  async function offer(product: object) {
    const seller = await newSeller(app)
    const { body } = await seller.call('POST', '/api/products/create', {
      ...{ name: 'Clay cup', price: 120, stock: 9, description: 'Fired in wood.' },
      ...product,
    })
    const store = `${app.url}/s/${seller.slug}`
    const edit = (changes: object) => seller.call('PUT', `/api/products/${body.product_id}/edit`, changes)
    return { store, product: `${store}/p/${body.product_id}`, edit }
  }

  const widths = (page: Page) =>
    page.evaluate<string[]>(
      'Array.from(document.images, ({ currentSrc }) => /images.(\\d+)/.exec(currentSrc)?.[1])',
    )

  test('loads no larger pictures than it shows', async () => {
    const picture = async (colour: string) =>
      base64(await plain({ width: 1600, height: 1600 }, colour).png().toBuffer())
    const { store, product } = await offer({
      primary_image: await picture('#3b8a88'),
      images: [await picture('#c0ffee')],
    })
    await page.goto(store, { waitUntil: 'networkidle' })
    assert.deepEqual(await widths(page), ['320'])
    await page.goto(product, { waitUntil: 'networkidle' })
    assert.deepEqual(await widths(page), ['640', '640'])
  })

  test('shows of a picture higher than wide the middle in a list, and all of it on its own page', async () => {
    const upright = base64(await plain({ width: 300, height: 400 }).png().toBuffer())
    const { store, product } = await offer({ primary_image: upright })
    const boxOf = (selector: string) => page.locator(selector).boundingBox()
    const fitOf = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).objectFit`)
    await page.goto(store)
    assert.deepEqual(await boxOf('.card img'), await boxOf('.card .square'))
    assert.equal(await fitOf('.card img'), 'cover')
    await page.goto(product)
    assert.deepEqual(await boxOf('.gallery img'), await boxOf('.gallery .square'))
    assert.equal(await fitOf('.gallery img'), 'contain')
  })

  test('differs from a laptop, which keeps the buy button in view beside all pictures', async () => {
    const colours = ['#3b8a88', '#c0ffee', '#c2541b']
    const pictures = await Promise.all(
      colours.map(async (colour) =>
        base64(await plain({ width: 700, height: 700 }, colour).png().toBuffer()),
      ),
    )
    const { product } = await offer({ images: pictures })
    await page.setViewportSize(LAPTOP.viewport)
    await page.goto(product)
    await page.evaluate('scrollTo(0, 900)')
    const { y } = (await page.getByRole('button', { name: 'Buy now' }).boundingBox())!
    assert.ok(y > 0 && y < 800, `${y}`)
    await page.setViewportSize(SMALL_PHONE.viewport)
  })

  test('keeps the buy button in view until the end of the description', async () => {
    const description = Array.from({ length: 35 }, (_, i) => `Fact ${i + 1}`).join('\n')
    const { product } = await offer({ description, size: ['S'] })
    await page.goto(product)
    await page.evaluate("document.querySelector('.text').scrollIntoView({ block: 'end' })")
    const { y, height } = (await page.getByRole('button', { name: 'Buy now' }).boundingBox())!
    assert.ok(y > 0 && y + height <= PHONE.viewport.height, `${y}`)
    const text = (await page.locator('.text').boundingBox())!
    assert.ok(text.y + text.height <= y, 'it covers no text')
  })

  test('shows that the buy button was pressed, and offline keeps what was chosen', async () => {
    const { product } = await offer({ size: ['S', 'M'] })
    const { page, context } = await chromium.open(SMALL_PHONE)
    await page.goto(product)
    await page.getByRole('radio', { name: 'M' }).check()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Buy now' }).tap()
    await page.getByRole('alert').getByText('You are offline').waitFor()
    await context.setOffline(false)
    await page.getByRole('alert').waitFor({ state: 'detached' })
    const mark = await page.evaluate(`(() => {
      const button = document.querySelector('.buy .button')
      button.click()
      return getComputedStyle(button, '::after').content
    })()`)
    assert.equal(mark, '"…"')
    await page.waitForURL(`${product}/checkout?size=M`)
    await context.close()
  })

  test('shows a search and the link that clears it in one line', async () => {
    const { store } = await offer({})
    await page.goto(`${store}?q=c`)
    const bottoms = await page.evaluate<number[]>(`Array.from(document.querySelector('.found').childNodes)
      .filter(({ textContent }) => textContent.trim())
      .map((part) => {
        const range = new Range()
        range.selectNodeContents(part)
        return range.getBoundingClientRect().bottom
      })`)
    assert.deepEqual(new Set(bottoms).size, 1, bottoms.join())
  })

  test('shows a mail with a long address and a long name in its width', async () => {
    const address = 'customer-care-and-returns@handloom-cooperative.example'
    const storeName = 'Handloomcooperativeofthesouthernvillages'
    const question = 'A line to weave into the border'
    const mail = await mailHtml({
      storeName,
      heading: `Return ₹1,499.00 to ${storeName}`,
      paragraphs: [`${storeName} has sent it.`],
      rows: [{ label: question.replaceAll(' ', ''), value: address }],
      afterword: `Questions? Write to ${address}.`,
    })
    const { page, context } = await chromium.open({ ...SMALL_PHONE, viewport: { width: 320, height: 640 } })
    await page.setContent(mail)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
    await context.close()
  })

  test('shows Urdu text from right to left', async () => {
    const { product } = await offer({ name: 'اردو کتاب!', description: 'پہلی جلد.\n\nA book.' })
    await page.goto(product)
    const leftOf = (words: string) =>
      page.evaluate<number>(`(() => {
        const range = new Range()
        range.selectNodeContents(Array.from(document.querySelectorAll('h1, p')).find(
          ({ textContent }) => textContent === ${JSON.stringify(words)}))
        return range.getBoundingClientRect().left
      })()`)
    assert.ok((await leftOf('اردو کتاب!')) > 100)
    assert.ok((await leftOf('پہلی جلد.')) > 100)
    assert.equal(await leftOf('A book.'), 16)
  })

  test('shows of many options the chosen one, until another is wanted, also without script', async () => {
    const options = (name: string) => Array.from({ length: 20 }, (_, i) => `${name} ${i + 1}`)
    const { product } = await offer({
      size: options('Size'),
      colors: options('Blue'),
      variations: ['A', 'B'],
    })
    for (const javaScriptEnabled of [true, false]) {
      const { page, context } = await chromium.open({ ...SMALL_PHONE, javaScriptEnabled })
      await page.goto(`${product}/checkout?size=Size+7&variation=B`)
      const shown = async (name: RegExp) =>
        Promise.all(
          (await page.getByRole('radio', { name }).all()).map((radio) => radio.getAttribute('value')),
        )
      assert.deepEqual(await shown(/Size/), ['Size 7'])
      assert.equal((await shown(/Blue/)).length, 20, 'none is chosen yet')
      assert.deepEqual(await shown(/^[AB]$/), ['A', 'B'])
      await page.locator('summary', { hasText: 'Change size' }).tap()
      assert.equal((await shown(/Size/)).length, 20)
      await page.getByRole('radio', { name: 'Size 12' }).check()
      await page.locator('summary', { hasText: 'Done' }).tap()
      assert.deepEqual(await shown(/Size/), ['Size 12'])
      await context.close()
    }
  })

  test('keeps the link that shows all options in one word, in large letters too', async () => {
    const { product } = await offer({ variations: ['1', '2', '3', '4', '5', '6', '7'] })
    const { page, context } = await chromium.open({ ...SMALL_PHONE, viewport: { width: 320, height: 640 } })
    await page.goto(`${product}/checkout?variation=3`)
    const lines = "document.querySelector('.folded').getClientRects().length"
    assert.equal(await inLargeLetters(page, lines), 1)
    await context.close()
  })

  test('announces the changed total, and that no more are left', async () => {
    const { product } = await offer({ stock: 2 })
    await page.goto(`${product}/checkout`)
    const more = page.getByRole('button', { name: 'One more' })
    await more.tap()
    await page.getByRole('status').filter({ hasText: '₹240.00' }).waitFor()
    assert.equal(await page.getByText('Only 2 left').count(), 0)
    await more.tap()
    await page.getByRole('status').filter({ hasText: 'Only 2 left' }).waitFor()
    assert.equal(await page.getByLabel('How many').inputValue(), '2')
    await page.getByRole('button', { name: 'One less' }).tap()
    await page.getByText('Only 2 left').waitFor({ state: 'detached' })
    await page.getByLabel('How many').fill('3')
    await page.getByRole('status').filter({ hasText: 'Only 2 left' }).waitFor()
    await page.getByLabel('How many').fill('1')
    await page.getByText('Only 2 left').waitFor({ state: 'detached' })
  })

  test('moves nothing when the script adds its buttons', async () => {
    const { product } = await offer({})
    await page.goto(`${product}/checkout`)
    await page.getByRole('button', { name: 'One more' }).waitFor()
    const heightOf = async (selector: string) => (await page.locator(selector).boundingBox())?.height
    const field = await heightOf('.quantity .field')
    await page.evaluate("document.querySelector('.quantity [role=status]').remove()")
    assert.equal(await heightOf('.quantity .field'), field)
  })

  test('shows the current stock on a page restored from the back/forward cache or looked at again', async () => {
    const { product, edit } = await offer({ stock: 3 })
    await page.goto(product)
    const comesBack = () =>
      page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    const looks = () => page.evaluate(LOOKED_AT)
    let loaded = 0
    page.on('load', () => loaded++)
    const asked = page.waitForResponse(product)
    await comesBack()
    await asked
    await edit({ stock: 2 })
    await comesBack()
    await page.getByText('Only 2 left').waitFor()
    assert.equal(loaded, 1)
    await edit({ stock: 0 })
    await looks()
    await page.getByText('Out of stock').waitFor()
  })

  test('shows the present state of an order that is looked at again, unless a review is being written', async () => {
    const shop = await newShop(app)
    const { hidden } = await shop.openForm()
    assert.equal((await shop.send({ ...hidden, ...CUSTOMER })).status, 303)
    const { id, token } = await shop.pay()
    const move = (status: string, tracking_url?: string) =>
      shop.call('PUT', `/api/orders/${id}/status`, { status, tracking_url })
    await page.goto(`${app.url}/o/${token}`)
    assert.equal(await page.evaluate('history.scrollRestoration'), 'auto', 'and where it was left')
    const looks = () => page.evaluate(LOOKED_AT)
    const showsWhenLookedAt = async (heading: string) => {
      await looks()
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    }
    await move('processing')
    await showsWhenLookedAt('Being prepared')
    await move('dispatched', 'https://courier.example/1')
    await showsWhenLookedAt('On the way')
    await page.getByRole('link', { name: 'Track the parcel' }).waitFor()
    await move('delivered')
    await showsWhenLookedAt('Delivered')

    await page.getByLabel('In your words').fill('Bright')
    const other = new URLSearchParams({ rating: '4', review: 'From the laptop' })
    assert.ok((await fetch(page.url(), { method: 'POST', body: other })).ok)
    let loaded = 0
    page.on('load', () => loaded++)
    const [answer] = await Promise.all([page.waitForResponse(page.url()), looks()])
    await answer.finished()
    assert.equal(await page.getByLabel('In your words').inputValue(), 'Bright')
    await page.getByLabel('In your words').fill('')
    await showsWhenLookedAt('Thank you for your review')
    assert.equal(loaded, 1)
  })

  test('shows the answers of an order in the lines in which they were typed', async () => {
    const shop = await newShop(app, { custom_questions: [{ question: 'Engrave', type: 'text' }] })
    const { hidden } = await shop.openForm()
    const wishes = { 'answer-0': 'Meera\r\nand Arun', special_instructions: 'Ring twice.\r\nBlue gate.' }
    assert.equal((await shop.send({ ...hidden, ...CUSTOMER, ...wishes })).status, 303)
    const { token } = await shop.pay()
    await page.goto(`${app.url}/o/${token}`)
    const shown = await page.locator('.facts').innerText()
    assert.match(shown, /Meera\nand Arun/)
    assert.match(shown, /Ring twice\.\nBlue gate\./)
  })

  test('prints an order on one sheet', async () => {
    const shop = await newShop(app, { size: ['M'] })
    const { hidden } = await shop.openForm()
    assert.equal((await shop.send({ ...hidden, ...CUSTOMER, size: 'M' })).status, 303)
    const { token } = await shop.pay()
    await page.goto(`${app.url}/o/${token}`)
    const sheets = (await page.pdf({ format: 'A4', margin: PAPER_EDGE }))
      .toString('latin1')
      .match(/\/Type \/Page\b/g)
    assert.equal(sheets?.length, 1)
  })

  test('keeps a price of lakhs in one line, in large letters too', async () => {
    const shop = await newShop(app, { price: 1234567.5, current_price: 1034567.5, is_sale: true })
    const torn = () => page.evaluate<string[]>(TORN_PRICES)
    await page.goto(app.url + shop.path)
    assert.deepEqual(await torn(), [])
    await page.goto(`${app.url}${shop.path}/checkout`)
    assert.deepEqual(await torn(), [])
    const { hidden } = await shop.openForm()
    const sent = await shop.send({ ...hidden, ...CUSTOMER })
    await page.goto(app.url + sent.headers.get('location'))
    assert.deepEqual(await torn(), [])
  })

  test('shows each digit of a large quantity, and the sum in whole words', async () => {
    const { product } = await offer({ price: 10_000_000, stock: 100_000 })
    await page.goto(`${product}/checkout`)
    const quantity = page.getByLabel('How many')
    await quantity.fill('100000')
    await page.locator('.buy').getByText('₹10,00,00,00,00,000.00').waitFor()
    const hidden = 'document.activeElement.scrollWidth - document.activeElement.clientWidth'
    assert.equal(await page.evaluate(hidden), 0)
    const term = page.locator('dt', { hasText: 'Delivery' })
    assert.equal((await term.boundingBox())?.height, 24)
  })

  test('shows the product beside its picture in landscape, and covers no field', async () => {
    const { product } = await offer({
      primary_image: base64(await plain({ width: 1600, height: 1600 }, '#3b8a88').png().toBuffer()),
    })
    const { page, context } = await chromium.open({
      ...SMALL_PHONE,
      viewport: { width: 640, height: 360 },
    })
    await page.goto(product, { waitUntil: 'networkidle' })
    const bottomOf = async (locator: Locator) => {
      const { y = Number.NaN, height = 0 } = (await locator.boundingBox()) ?? {}
      return y + height
    }
    assert.ok((await bottomOf(page.getByRole('button', { name: 'Buy now' }))) < 360)
    const picture = page.getByRole('img', { name: 'Clay cup' })
    assert.ok(((await picture.boundingBox())?.width ?? Number.NaN) < 320)
    assert.deepEqual(await widths(page), ['640'])
    await page.goto(`${product}/checkout`)
    for (const width of [640, 800]) {
      await page.setViewportSize({ width, height: 360 })
      assert.ok((await bottomOf(page.getByRole('button', { name: 'Go to payment' }))) > 360)
    }
    await context.close()
  })
})
