import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { newSeller, startTestApp, type TestApp } from '../../harness/app/app.ts'
import { assertUsable, inLargeLetters, PHONE, weigh } from '../../harness/browser/browser.ts'
import { lendChromium } from '../../harness/browser/lent-chromium.ts'
import { startMailServer } from '../../harness/servers/mail-server.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { skipWithout } from '../../harness/services/services.ts'
import { openPage } from '../../harness/shops/page.ts'
import { base64, fromCamera, plain, vast } from '../../harness/shops/pictures.ts'

const MOST_BYTES = 60 * 1024
/** More than fit side by side on a phone. */
const CATEGORIES = ['Cups', 'For the kitchen', 'From the potter', 'Gifts', 'With your picture']
/** The number of filled stars. */
const FULL_STARS = `Array.from(document.querySelectorAll('.stars svg')).filter(
  (star) => getComputedStyle(star).fill !== 'rgba(0, 0, 0, 0)').length`

describe('a customer with a phone', { skip: skipWithout.chromium }, () => {
  const opened = new AsyncDisposableStack()
  let app: TestApp
  let chromium: Awaited<ReturnType<typeof lendChromium>>
  let mails: Awaited<ReturnType<typeof startMailServer>>
  let seller: Awaited<ReturnType<typeof newSeller>>
  let productId: string
  let phone: Awaited<ReturnType<typeof chromium.open>>

  before(async () => {
    mails = opened.use(await startMailServer())
    app = opened.use(await startTestApp({ SMTP_URL: mails.url, MAIL_FROM: 'shop@example.com' }))
    chromium = opened.use(await lendChromium())
    phone = await chromium.open(PHONE)
    seller = await newSeller(app, CATEGORIES)
    const created = await seller.call('POST', '/api/products/create', {
      name: 'Mug with your picture',
      price: 399,
      current_price: 349,
      shipping_cost: 50,
      is_sale: true,
      stock: 5,
      description: 'Send us a picture and we fire it into the glaze.',
      colors: ['Sea', 'Clay'],
      categories: CATEGORIES,
      custom_questions: [{ question: 'The picture for your mug', type: 'image' }],
      primary_image: base64(await plain({ width: 300, height: 300 }, '#3b8a88').png().toBuffer()),
      internal_note: 'made by Ravi',
    })
    assert.equal(created.status, 201)
    productId = created.body.product_id
  })
  after(() => opened.disposeAsync())

  async function move(orderId: string, status: string, tracking_url?: string) {
    const answer = await seller.call('PUT', `/api/orders/${orderId}/status`, { status, tracking_url })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }

  /** Checks every page on the way: usable, small in bytes, and without messages in the console. */
  test('buys from the store page to the review, with mails and the API in between', async () => {
    const { page, complaints } = phone
    const scales = weigh(page)
    const look = async () => {
      await page.waitForLoadState('networkidle')
      await assertUsable(page)
      await page.setViewportSize({ width: 320, height: PHONE.viewport.height })
      const large = await inLargeLetters<object>(page, LARGE)
      await page.setViewportSize(PHONE.viewport)
      const fits = { tooWide: 0, skipLink: false, torn: [] }
      assert.deepEqual(large, fits, `${page.url()} in letters of twice the size`)
      const bytes = await scales.bytes()
      assert.ok(bytes < MOST_BYTES, `${page.url()} weighs ${bytes} bytes`)
    }

    await page.goto(`${app.url}/s/${seller.slug}`)
    await look()
    const category = page.getByRole('link', { name: 'With your picture', exact: true })
    await category.tap()
    await page.waitForURL(/category=/)
    const { x = 0, width = 0 } = (await category.boundingBox()) ?? {}
    assert.ok(x >= 0 && x + width <= PHONE.viewport.width, `the chosen category stands at ${x}`)
    await page.getByRole('searchbox').fill('mug pic')
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('link', { name: /Mug with your picture/ }).tap()
    await page.getByRole('heading', { name: 'Mug with your picture' }).waitFor()
    await look()
    assert.doesNotMatch(await page.content(), /made by Ravi/)
    await page.getByRole('radio', { name: 'Clay' }).tap()
    await page.getByRole('button', { name: 'Buy now' }).tap()

    await page.getByRole('heading', { name: 'Buy Mug with your picture' }).waitFor()
    await look()
    assert.ok(await page.getByRole('radio', { name: 'Clay' }).isChecked())
    await page.emulateMedia({ forcedColors: 'active' })
    const grounds = await page.evaluate<string[]>(GROUNDS_OF_CHOICES)
    assert.equal(new Set(grounds).size, 2, 'the selected choice is visible in forced colours too')
    await page.emulateMedia({ forcedColors: null })
    await page.getByRole('button', { name: 'One more' }).tap()
    assert.equal(await page.getByLabel('How many').inputValue(), '2')
    await page.locator('.buy').getByText('₹748.00').waitFor()
    await addPicture(page, await plain({ width: 80, height: 80 }, '#c0ffee').png().toBuffer())
    await page.getByLabel('Name', { exact: true }).fill('Asha Rao')
    await page.getByLabel('E-mail').fill('asha.rao@example')
    await page.getByLabel('Phone').fill('12345')
    await page.getByLabel('House and street').fill('12 Church Street')
    await page.getByLabel('Pincode').fill(' ५६० ००१')
    await page.getByLabel('City').fill('Bengaluru')
    assert.equal(await page.getByLabel('State').inputValue(), 'Karnataka')
    await page.getByRole('button', { name: 'Go to payment' }).tap()

    await page.locator('#phone-problem').waitFor()
    await look()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Asha Rao')
    await page.getByAltText('Your picture').waitFor()
    const [email, number] = await page.locator('#problems a').all()
    const { x: left = 0, y: top = 0, height = 0 } = (await email?.boundingBox()) ?? {}
    await page.touchscreen.tap(left + 20, top + height - 8)
    await page.waitForURL(/#email$/) // the e-mail field, not the link below it
    await page.getByLabel('E-mail').fill('asha.rao@example.com')
    await number?.tap()
    await page.waitForURL(/#phone$/)
    const label = await page.getByText('Phone', { exact: true }).boundingBox()
    assert.ok(label && label.y >= 0, `the label of the field stands at ${label?.y}`)
    await page.getByLabel('Phone').fill('+९१ ९८७६५ ४३२१०')
    await page.getByRole('button', { name: 'Go to payment' }).tap()

    await page.getByRole('heading', { name: 'Test payment' }).waitFor()
    await look()
    const waiting = await waitForOutcome(page)
    await assertUsable(waiting)
    await page.getByRole('button', { name: 'Let the payment fail' }).tap()
    await page.getByRole('heading', { name: 'The payment did not go through' }).waitFor()
    await look()
    await waiting.getByRole('heading', { name: 'The payment did not go through' }).waitFor()
    await waiting.close()
    await page.getByRole('link', { name: 'Try again' }).tap()
    await page.getByRole('button', { name: 'Pay', exact: true }).tap()
    await page.getByRole('heading', { name: 'Order received' }).waitFor()
    await look()

    const received = await mails.about('Order received')
    assert.equal(received.to?.[0]?.address, 'asha.rao@example.com')
    const path = /\/o\/[\w-]{32}/.exec(received.text ?? '')?.[0]
    assert.equal(new URL(page.url()).pathname, path)
    await page.getByText('Order number 1001').waitFor()
    assert.match(received.text ?? '', /^Order number: 1001$/m)
    const [event] = (await seller.call('GET', '/api/events')).body.events
    const orderId = event.payload.order_id
    const { body: order } = await seller.call('GET', `/api/orders/${orderId}`)
    assert.equal(order.order_details.amount, 748)
    assert.equal(order.order_details.color, 'Clay')
    assert.equal(order.customer.number, '9876543210')
    assert.match(order.order_details.custom_questions[0].answer, /\/images\//)

    await move(orderId, 'processing')
    await mails.about('Being prepared')
    await move(orderId, 'dispatched', 'https://courier.example/track/7')
    assert.match((await mails.about('On the way')).html ?? '', /https:\/\/courier\.example\/track\/7/)
    await page.reload()
    await page.getByRole('heading', { name: 'On the way' }).waitFor()
    await page.getByRole('link', { name: 'Track the parcel' }).waitFor()
    await look()

    await move(orderId, 'delivered')
    const delivered = await mails.about('Delivered')
    await page.goto(app.url + /\/o\/[\w-]{32}/.exec(delivered.text ?? '')?.[0])
    await look()
    assert.equal(await page.evaluate(FULL_STARS), 0)
    await page.getByRole('radio', { name: '4 stars' }).tap()
    assert.equal(await page.evaluate(FULL_STARS), 4)
    await page.getByLabel('In your words').fill('Lovely, and <b>quick</b>.')
    await page.getByRole('button', { name: /^Send to/ }).tap()
    await page.getByRole('heading', { name: 'Thank you for your review' }).waitFor()
    assert.equal(await page.evaluate(FULL_STARS), 4)
    await look()
    await page.emulateMedia({ media: 'print' })
    assert.equal(
      await page.locator('main').getByRole('link', { name: 'Track the parcel' }).isVisible(),
      false,
    )
    await page.emulateMedia({ media: null })
    await page.setViewportSize({ width: 1280, height: 800 })
    const lefts = ['.bar a', '.order', '.foot p'].map(
      async (part) => (await page.locator(part).boundingBox())?.x,
    )
    assert.equal(new Set(await Promise.all(lefts)).size, 1, 'the frame begins where the page does')
    await page.setViewportSize(PHONE.viewport)
    const reviewed = (await seller.call('GET', `/api/orders/${orderId}`)).body
    assert.equal(reviewed.rating, 4)
    assert.equal(reviewed.review, 'Lovely, and <b>quick</b>.')
    assert.deepEqual(complaints, [])
  })

  test('sees no broken picture, keeps typed fields while offline, and reserves stock once after going back', async () => {
    const { page, context } = phone
    await context.clearCookies()
    const gone = { name: 'Torn', price: 1, stock: 1, description: 'x', primary_image: `${app.url}/gone.png` }
    assert.equal((await seller.call('POST', '/api/products/create', gone)).status, 201)
    await page.goto(`${app.url}/s/${seller.slug}`)
    await page.locator('.card', { hasText: 'Torn' }).locator('img').waitFor({ state: 'hidden' })
    const picture = await plain({ width: 80, height: 80 }, '#c0ffee').png().toBuffer()
    await page.goto(`${app.url}/s/${seller.slug}/p/${productId}/checkout?color=Sea`)
    await addPicture(page, picture)
    await fillIn(page)
    const quantity = page.getByLabel('How many')
    await quantity.fill('४')
    assert.equal(await page.evaluate("document.querySelector('#quantity').validationMessage"), 'Only 3 left')
    await quantity.fill('३')
    await page.locator('.buy').getByText('₹1,097.00').waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Go to payment' }).tap()
    const offline = page.getByRole('alert').getByText('You are offline. What is on this page is kept')
    await offline.waitFor()
    await context.setOffline(false)
    await offline.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Go to payment' }).tap()
    await page.getByRole('heading', { name: 'Test payment' }).waitFor()
    await page.goBack()
    assert.equal(await page.getByLabel('City').inputValue(), 'Pune')
    await page.locator('.buy').getByText('₹1,097.00').waitFor()
    for (const [pincode, state] of [
      ['560001', 'Karnataka'],
      ['411001', 'Maharashtra'],
    ] as const) {
      await page.getByLabel('Pincode').fill(pincode)
      assert.equal(await page.getByLabel('State').inputValue(), state)
    }
    await addPicture(page, picture) // this browser forgets chosen files on the way back
    await page.getByRole('button', { name: 'Go to payment' }).tap()
    await page.getByRole('heading', { name: 'Test payment' }).waitFor()
    const path = `/s/${seller.slug}/p/${productId}`
    assert.match((await openPage(app, path)).text, /Out of stock/) // as other customers see it
    await page.goto(app.url + path)
    assert.equal(await page.locator('.stock').textContent(), 'Only 3 left')
  })

  test('answers with camera pictures larger than the limits of 5 MB and 40 megapixels, and is shown the order when going back', async () => {
    const { page } = await chromium.open(PHONE)
    const made = await seller.call('POST', '/api/products/create', {
      ...{ name: 'Another mug', price: 120, stock: 9, description: 'Fired in wood.' },
      custom_questions: [
        { question: 'The picture for your mug', type: 'image' },
        { question: 'The picture for its box', type: 'image' },
      ],
    })
    await using folder = await temporaryFolder()
    const camera = await fromCamera(join(folder.path, 'me.jpg'))
    assert.ok((await stat(camera)).size > 5 * 1024 * 1024)
    const sky = await vast(join(folder.path, 'sky.png'))
    assert.ok((await stat(sky)).size < 5 * 1024 * 1024)
    const pressed = Promise.withResolvers<void>()
    await page.route('**/fit-picture*', (route) => pressed.promise.then(() => route.continue()))
    await page.goto(`${app.url}/s/${seller.slug}/p/${made.body.product_id}/checkout`)
    await fillIn(page)
    await page.getByLabel('The picture for your mug').setInputFiles(camera)
    await page.getByLabel('The picture for its box').setInputFiles(sky)
    await page.getByRole('button', { name: 'Go to payment' }).tap()
    pressed.resolve()
    await page.getByRole('button', { name: 'Pay', exact: true }).tap()
    await page.getByRole('heading', { name: 'Order received' }).waitFor()
    const src = await page.getByAltText('The picture for your mug').getAttribute('src')
    const kept = await (await fetch(app.url + src?.replace('/images/640/', '/images/'))).bytes()
    const { width, height } = await sharp(kept).metadata()
    assert.ok(width < height && height >= 1200, `${width} × ${height}`)
    await page.goBack()
    await page.waitForURL(/\/o\//) // redirected from the payment page
    await page.goBack()
    const told = page.getByRole('alert').getByText('You have bought this already')
    await told.waitFor()
    await page.waitForLoadState('networkidle')
    const { y = -1 } = (await told.boundingBox()) ?? {}
    assert.ok(y >= 0 && y < PHONE.viewport.height, `the notice stands at ${y}`)
  })

  test('buys without JavaScript too, and by the keyboard alone', async () => {
    const made = await seller.call('POST', '/api/products/create', {
      ...{ name: 'Clay cup', price: 120, stock: 9, description: 'Fired in wood.', size: ['Small', 'Large'] },
    })
    const { page } = await chromium.open({ ...PHONE, javaScriptEnabled: false })
    await page.goto(`${app.url}/s/${seller.slug}/p/${made.body.product_id}`)
    const { keyboard } = page
    await tabTo(page.getByRole('radio', { name: 'Small' }))
    await keyboard.press('ArrowRight')
    await tabTo(page.getByRole('button', { name: 'Buy now' }))
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Buy Clay cup' }).waitFor()
    assert.ok(await page.getByRole('radio', { name: 'Large' }).isChecked())
    await tabTo(page.getByLabel('How many'))
    await keyboard.type('4')
    await tabTo(page.getByRole('button', { name: 'Update the total' }))
    await keyboard.press('Enter')
    await page.locator('.buy').getByText('₹480.00').waitFor()
    for (const [label, value] of Object.entries(RAVI)) {
      await tabTo(page.getByLabel(label, { exact: true }))
      await keyboard.type(value)
    }
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Test payment' }).waitFor()
    const waiting = await waitForOutcome(page)
    await page.bringToFront()
    await tabTo(page.getByRole('button', { name: 'Pay', exact: true }))
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Order received' }).waitFor()
    await waiting.getByRole('heading', { name: 'Order received' }).waitFor()
  })
})

/** Words and prices that break across lines. */
const TORN_WORDS = `Array.from(document.querySelectorAll('main *:not(noscript)'))
  .flatMap(({ childNodes }) => Array.from(childNodes).filter(({ nodeType }) => nodeType === Node.TEXT_NODE))
  .flatMap((text) => Array.from(text.data.matchAll(/(?<=^|\\s)[^\\s@-]{1,12}(?=\\s|$)/g), ({ 0: word, index }) => {
    const range = new Range()
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1 ? word : ''
  })).filter(Boolean)`

const LARGE = `({
  tooWide: root.scrollWidth - root.clientWidth,
  skipLink: document.querySelector('.skip').getBoundingClientRect().bottom > 0,
  torn: ${TORN_WORDS},
})`

const GROUNDS_OF_CHOICES =
  "Array.from(document.querySelectorAll('.chip span'), (chip) => getComputedStyle(chip).backgroundColor)"

const addPicture = (page: Page, buffer: Buffer) =>
  page.getByLabel('The picture for your mug').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })

/** Opens another tab, in which the customer waits for the payment made in this one. */
async function waitForOutcome(page: Page) {
  const waiting = await page.context().newPage()
  await waiting.goto(`${page.url()}/outcome`)
  await waiting.getByRole('heading', { name: 'Waiting for your bank' }).waitFor()
  return waiting
}

const RAVI = {
  Name: 'Ravi Joshi',
  'E-mail': 'ravi@example.com',
  Phone: '9812345670',
  'House and street': '3 MG Road',
  Pincode: '411001',
  City: 'Pune',
  State: 'Maharashtra',
}

async function fillIn(page: Page) {
  for (const [label, value] of Object.entries(RAVI)) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
}

const MOST_TABS = 40

/** Presses Tab, like a keyboard user, until this element has the focus. */
async function tabTo(target: Locator) {
  const isFocused = () => target.evaluate((element) => element.matches(':focus'))
  for (let tabs = 0; !(await isFocused()); tabs++) {
    assert.ok(tabs < MOST_TABS, `${target} is not reached by the Tab key`)
    await target.page().keyboard.press('Tab')
  }
}
