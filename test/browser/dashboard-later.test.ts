import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { stepAt, totpCode } from '../../server/accounts/totp.ts'
import { placeTestOrder } from '../../server/actions/place-test-order.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { startTestApp, type TestApp } from '../help/app.ts'
import { freeAddress, seriousFaults, settled, startChromium } from '../help/chromium.ts'
import { join, newOwner, newPerson, PASSWORD } from '../help/dashboard.ts'
import { plain } from '../help/pictures.ts'
import { startReceiver, trustReceivers } from '../help/receiver.ts'
import { skipWithout } from '../help/services.ts'
import { steps } from '../help/steps.ts'

type Owner = Awaited<ReturnType<typeof newOwner>>
type Chromium = Awaited<ReturnType<typeof startChromium>>

const DIALOG = '[role=dialog]'

// What a seller does after the first day: each step begins on a page of its own, in one window.
describe('a seller later on', { skip: skipWithout.chromium, timeout: 300_000 }, () => {
  const opened = new AsyncDisposableStack()
  let clockAhead = 0
  let app: TestApp
  let chromium: Chromium
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let owner: Owner
  let page: Page
  let complaints: string[]
  /** Newest first, as lists have them. */
  let products: { id: string; name: string }[]
  const faults: string[] = []

  before(async () => {
    const built = spawnSync(process.execPath, ['scripts/ensure-dashboard.ts'], { encoding: 'utf8' })
    assert.equal(built.status, 0, built.stderr)
    trustReceivers()
    receiver = opened.use(await startReceiver())
    const settings = { WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', ...(await freeAddress()) }
    app = opened.use(await startTestApp(settings, { now: () => Date.now() + clockAhead }))
    owner = await newOwner(app, 'Lamps of Jaipur')
    await stockShelf()
    chromium = opened.use(await startChromium())
    const window = await chromium.open({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      acceptDownloads: true,
    })
    page = window.page
    complaints = window.complaints
    page.on('dialog', (asked) => void asked.accept())
    await useCookie(page, owner.browser.cookie)
  })
  after(() => opened.disposeAsync())

  /** Sixty products, so that there is a second page, and a name that a spreadsheet would run. */
  async function stockShelf() {
    const { store } = owner
    await owner.ask('addCategory', { store, name: 'Lamps' })
    const titles = ['name', 'price', 'description', 'stock', 'categories']
    const rows = Array.from({ length: 60 }, (_, i) => [`Lamp ${i + 1}`, '100', '=1+1', '9', 'Lamps'])
    await owner.ask('importProducts', { store, import_id: randomUUID(), first_row: 1, titles, rows })
    products = (await owner.ask('listProducts', { store, limit: 100 })).items
  }

  const step = steps()
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const dialog = () => page.getByRole('dialog')
  const inDialog = (name: string | RegExp) => dialog().getByRole('button', { name })
  const product = (name: string) => page.getByRole('link', { name, exact: true })
  const told = (text: string) => page.getByText(text).first().waitFor()
  async function open(path: string) {
    await page.goto(`${app.url}/dashboard/s/lamps-of-jaipur${path}`)
    await settled(page)
  }
  /** Looks at the dialog that is open, and at whether the page fits. */
  async function look(title: string) {
    await page.getByRole('dialog', { name: title }).waitFor()
    faults.push(...(await seriousFaults(page, DIALOG)).map((fault) => `${title}: ${fault}`))
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    if (wide > 0) faults.push(`${title} is ${wide} px too wide`)
  }
  const onPhone = async () => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  }

  step('sets up a second factor, signs in with it and switches it off', async () => {
    await open('/account')
    await button('Set up').click()
    await page.getByLabel('Current password').last().fill(PASSWORD)
    await inDialog('Next').click()
    await page.getByRole('img', { name: 'QR code with the secret' }).waitFor()
    await page.getByText('I cannot scan it').click()
    const secret = (await dialog().getByRole('status').textContent()) ?? ''
    assert.match(secret, /^[A-Z2-7]{32}$/)
    await look('Set up the second factor')
    await dialog().getByLabel('Code from your authenticator app').fill('000000')
    await inDialog('Switch on').click()
    await told('The code is not right, or was used before')
    await dialog().getByLabel('Code from your authenticator app').fill(nextCode(secret))
    await inDialog('Switch on').click()
    await look('Keep your recovery codes')
    const recovery = await dialog().locator('li').allTextContents()
    await inDialog('Done').click()
    await told('On. Signing in asks for a code')

    await page.context().clearCookies()
    await page.goto(`${app.url}/dashboard/sign-in`)
    await page.getByLabel('E-mail address').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await button('Sign in').click()
    await page.getByLabel('Code from your authenticator app').fill(nextCode(secret))
    await button('Sign in').click()
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Jaipur' }).waitFor()

    await open('/account')
    await button('Switch off').click()
    await page.getByLabel('Current password').last().fill(PASSWORD)
    await dialog().getByLabel('Code from your authenticator app').fill(recovery[0]!)
    await look('Switch off the second factor?')
    await inDialog('Switch off').click()
    await told('Off. A code from your phone')
    clockAhead = 0
  })

  /** A code that has not been used: time goes on by a step. */
  function nextCode(secret: string): string {
    clockAhead += 30_000
    const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
    const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((each) => Number.parseInt(each, 2)))
    return totpCode(bytes, stepAt(app.world.now()))
  }

  step('walks from the overview to a new product and its end with the keyboard alone', async () => {
    await open('')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate('document.activeElement?.id'), 'page')
    await open('')
    await reach(page, 'Products')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Products' }).waitFor()
    await reach(page, 'Add product')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'New product' }).waitFor()
    for (const [field, value] of Object.entries({
      name: 'Aladdin',
      description: 'Old',
      price: '9',
      stock: '2',
    })) {
      await reach(page, field)
      await page.keyboard.type(value)
    }
    await page.keyboard.press('Enter')
    await told('Product added')
    await page.getByRole('link', { name: 'Aladdin' }).focus()
    await page.keyboard.press('Enter')
    await reach(page, 'Delete product')
    await page.keyboard.press('Enter')
    await look('Delete Aladdin?')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await button('Delete product').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await dialog().locator(':focus').waitFor()
    await reach(page, 'Delete product')
    await page.keyboard.press('Enter')
    await told('Product deleted')
    assert.equal(await page.getByRole('link', { name: 'Aladdin' }).count(), 0)
  })

  step('turns pages, there and back, and takes the products along as a file', async () => {
    await open('/products')
    await product(products[0]!.name).waitFor()
    await button('Next').click()
    await product(products[59]!.name).waitFor()
    assert.match(page.url(), /page=2/)
    await button('Previous').click()
    await product(products[0]!.name).waitFor()
    await page.getByLabel('Search by name').fill('lamp 42')
    await product(products[0]!.name).waitFor({ state: 'detached' })
    await product('Lamp 42').waitFor()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ])
    const file = await readFile(await download.path(), 'utf8')
    assert.equal(file.trim().split('\n').length, 61)
    assert.match(file, /,"'=1\+1",/)
    assert.doesNotMatch(file, /,"?=/)
  })

  step('renames a category, whose products follow, and deletes it, which says how many lose it', async () => {
    await open('/categories')
    await button('Rename Lamps').click()
    await dialog().getByText('60 products in it follow at once').waitFor()
    await look('Rename Lamps')
    await dialog().getByLabel('Name of the category').fill('Lights')
    await inDialog('Rename').click()
    await told('Category renamed')
    const { store } = owner
    const read = async () => (await owner.ask('readProduct', { store, product: products[0]!.id })).product
    assert.deepEqual((await read()).categories, ['Lights'])
    await button('Delete Lights').click()
    await dialog().getByText('60 products lose this category').waitFor()
    await look('Delete Lights?')
    await inDialog('Delete').click()
    await told('Sort your shelf')
    assert.deepEqual((await read()).categories, [])
  })

  step('finds what was typed again after the session has ended and the page was loaded anew', async () => {
    await open('/products/new')
    await page.getByLabel('Name', { exact: true }).fill('Half a lamp')
    await page.context().clearCookies()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in to Haat' }).waitFor()
    await page.getByLabel('E-mail address').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await button('Sign in').click()
    await told('We brought back what you had typed here before.')
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half a lamp')
    await button('Start again').click()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), '')
  })

  step('finds an order by a word and sends a mail again', async () => {
    const { store } = owner
    for (const name of ['Meera Iyer', 'Arjun Rao']) {
      await placeTestOrder(app.world, { storeId: store, productId: products[0]!.id, given: { name } })
    }
    await rowsOf(app.world.db, (sql) => sql.updateTable('mails').set({ status: 'sent', sent_at: 1 }))
    await open('/orders')
    await page.getByLabel('Search customer, product or order id').fill('meera')
    await page.getByRole('cell', { name: 'Arjun Rao' }).waitFor({ state: 'detached' })
    await product(products[0]!.name).click()
    await button('Cancel order').click()
    await look('Cancel order')
    await inDialog('Go back').click()
    await button('Send again').click()
    await told('The mail is on its way')
    await told('Mail “Order received” is waiting to be sent')
  })

  step('tests, examines, replays and silences a webhook, on a phone in the dark', async () => {
    await onPhone()
    const { store } = owner
    const { webhook_id, secret } = await owner.ask('addWebhook', { store, url: receiver.url })
    await placeTestOrder(app.world, { storeId: store, productId: products[1]!.id, given: {} })
    await receiver.waitFor(1)
    await open(`/developer/webhooks/${webhook_id}`)
    await button('Send a test').click()
    await dialog().getByText('Your server answered 200').waitFor()
    await look('Test message')
    await page.keyboard.press('Escape')
    await button('Find the fault').click()
    await dialog().getByText('Everything between us and your server works.').waitFor()
    await look('What the doctor found')
    await page.keyboard.press('Escape')
    await button('Show secret').click()
    assert.equal(await dialog().getByRole('status').textContent(), secret)
    await look('The webhook’s secret')
    await inDialog('Done').click()
    await button('Rotate secret').click()
    await look('Rotate the secret?')
    await inDialog('Rotate secret').click()
    const rotated = page.getByRole('dialog', { name: 'The new secret' })
    assert.notEqual(await rotated.getByRole('status').textContent(), secret)
    await inDialog('Done').click()

    await button(/^1 attempt/).click()
    await look('Attempts to deliver order.created 3')
    await page.keyboard.press('Escape')
    const sent = receiver.received.length
    await button('Send again: 3').click()
    await told('It is sent again now')
    await receiver.waitFor(sent + 1)
    await button('Send a period again').click()
    await dialog().getByRole('switch').click()
    await inDialog('Count first').click()
    await dialog().getByText('3 events will be sent.').waitFor()
    await look('Send a period again')
    await inDialog('Send 3 events').click()
    await receiver.waitFor(sent + 4)
    await button('Switch off').click()
    await look('Switch this webhook off?')
    await inDialog('Switch off').click()
    await button('Switch on').click()
    await button('Remove').click()
    await look('Remove this webhook?')
    await inDialog('Remove').click()
    await told('Webhook removed')
  })

  step('adds a webhook and generates the key anew', async () => {
    await open('/developer')
    await button('Generate key').click()
    await look('Your new key')
    await inDialog('Done').click()
    await button('Generate a new key').click()
    await look('Generate a new key?')
    await inDialog('Go back').click()
    await button('Add webhook').click()
    await look('Add a webhook')
  })

  step('marks a payment as refunded', async () => {
    const { store } = owner
    const [payment] = await rowsOf(app.world.db, (sql) => sql.selectFrom('payments').select('id').limit(1))
    await rowsOf(app.world.db, (sql) =>
      sql.insertInto('refund_tasks').values({
        store_id: store,
        payment_id: payment!.id,
        amount_paise: 12_345,
        reason: 'The stock is gone',
        created_at: 1,
      }),
    )
    await open('/settings')
    await told('1 payment waits for a refund.')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('navigation').getByRole('link', { name: 'Refunds' }).click()
    await told('1 payment to return, ₹123.45 in all.')
    await button('Mark as refunded').click()
    await look('Have you returned ₹123.45?')
    await inDialog('Mark as refunded').click()
    await told('Nothing to refund')
    await page.getByText('Refunded', { exact: true }).click()
    await page.getByRole('cell', { name: '₹123.45' }).waitFor()
  })

  step('gives the store a logo, which customers see, and Razorpay’s keys, which nobody sees', async () => {
    await open('/settings')
    const picture = await plain({ width: 64, height: 64 }, '#c2541b').png().toBuffer()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      button('Choose a picture').click(),
    ])
    await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('img', { name: 'Logo' }).waitFor()
    const customers = await (await fetch(`${app.url}/s/lamps-of-jaipur`)).text()
    assert.match(customers, /<header class="bar"><a [^>]+><img src="\/images\//)

    await button('Connect Razorpay').click()
    await look('Connect Razorpay')
    await dialog().getByLabel('Key id').fill('rzp_test_12345678901234')
    await dialog().getByLabel('Key secret').fill('a-secret-of-Razorpay')
    await inDialog('Save').click()
    await told('Enter a webhook secret of 6 to 200 characters, without spaces')
    await dialog().getByLabel('Webhook secret').fill('a-secret-of-ours')
    await inDialog('Save').click()
    await told('Razorpay collects for you with the key rzp_test_12345678901234.')
    await page.reload()
    await told('Razorpay collects for you with the key rzp_test_12345678901234.')
    assert.doesNotMatch(await page.content(), /a-secret-of/)
    await button('Back to the test gateway').click()
    await look('Go back to the test gateway?')
    await inDialog('Back to the test gateway').click()
    await told('The test gateway is in use')
  })

  step('changes a role, and a removed member is out at once', async () => {
    const { store } = owner
    const [arjun, tara] = [await newPerson(app, 'Arjun'), await newPerson(app, 'Tara')]
    await join(app, store, arjun, 'staff')
    await join(app, store, tara, 'staff')
    const { page: theirs, context } = await chromium.open({ viewport: { width: 1280, height: 800 } })
    await useCookie(theirs, arjun.browser.cookie)
    await theirs.goto(`${app.url}/dashboard/s/lamps-of-jaipur/orders`)
    await theirs.getByRole('heading', { name: 'Orders' }).waitFor()
    assert.equal(await theirs.getByRole('link', { name: 'Developer' }).count(), 0)

    await open('/team')
    await page.getByRole('combobox', { name: 'Role of Arjun' }).selectOption('manager')
    await told('Role changed')
    await theirs.reload()
    await theirs.getByRole('link', { name: 'Developer' }).waitFor()
    await button('Remove: Arjun').click()
    await look('Remove Arjun?')
    await inDialog('Remove').click()
    await told('Removed from the store')
    await theirs.getByRole('link', { name: 'Products' }).click()
    await theirs.getByText('Store not found').waitFor()
    await theirs.reload()
    await theirs.getByRole('heading', { name: 'There is nothing here' }).waitFor()

    await context.clearCookies()
    await useCookie(theirs, tara.browser.cookie)
    await theirs.goto(`${app.url}/dashboard/s/lamps-of-jaipur/account`)
    await theirs.getByRole('button', { name: 'Leave the store' }).click()
    await theirs.getByRole('dialog').getByRole('button', { name: 'Leave the store' }).click()
    await theirs.getByRole('heading', { name: 'Name your store' }).waitFor()
    await context.close()
    await page.reload()
    await settled(page)
    assert.equal(await page.getByText('Tara').count(), 0)
  })

  step('deletes the store once nothing is open, by its name and the password', async () => {
    const { store } = owner
    await open('/settings')
    await told('3 orders are still under way.')
    assert.ok(await button('Delete the store').isDisabled())
    const { items } = await owner.ask('listOrders', { store })
    for (const { id } of items)
      await owner.ask('changeOrderStatus', { store, order: id, status: 'cancelled' })
    await open('/settings')
    await button('Delete the store').click()
    await dialog().getByText('60 products, 3 orders').waitFor()
    await look('Delete Lamps of Jaipur?')
    assert.ok(await inDialog('Delete the store').isDisabled())
    await dialog().getByLabel('Type Lamps of Jaipur to confirm').fill('Lamps of Jaipur')
    await dialog().getByLabel('Current password').fill(PASSWORD)
    await inDialog('Delete the store').click()
    await page.getByRole('heading', { name: 'Name your store' }).waitFor()
    assert.equal((await fetch(`${app.url}/s/lamps-of-jaipur`)).status, 404)
  })

  step('found nothing serious in any dialog, and never made the browser complain', () => {
    assert.deepEqual(faults, [])
    assert.deepEqual(complaints, [])
  })
})

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const useCookie = (page: Page, cookie: string) => {
  const [name, value] = cookie.split('=') as [string, string]
  return page.context().addCookies([{ name, value, domain: 'localhost', path: '/' }])
}

/** What a person without a mouse is at: its words, or the name of a field. */
const focused = (page: Page) =>
  page.evaluate<string>(
    "(document.activeElement?.getAttribute('name') || document.activeElement?.textContent || '').trim()",
  )

async function reach(page: Page, wanted: string) {
  for (let presses = 0; presses < 80; presses++) {
    if ((await focused(page)) === wanted) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`${wanted} was not reached with the Tab key`)
}
