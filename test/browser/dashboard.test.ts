import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { aProduct, caller } from '../../harness/app/app.ts'
import { seriousFaults } from '../../harness/browser/chromium.ts'
import { untilPage } from '../../harness/browser/until-page.ts'
import { startMailServer } from '../../harness/servers/mail-server.ts'
import { skipWithout } from '../../harness/services/services.ts'
import { PASSWORD } from '../../harness/shops/dashboard.ts'
import { plain } from '../../harness/shops/pictures.ts'
import { placeTestOrder } from '../../server/actions/orders/place-test-order.ts'
import { linkIn } from '../help/browser/link-in.ts'
import { faultsIn } from '../help/browser/page-faults.ts'
import { losesAnswers, sellerWindow, startSellerWindow } from '../help/browser/seller-window.ts'
import { steps } from '../help/browser/steps.ts'
import { changeEmail } from './first-day/change-email.ts'

const FIRST_LOAD_BYTES = 250 * 1024
const FIRST_LOAD_FILES = 12

// One seller's first day in order: each step starts where the one before it ended.
describe('a seller in the dashboard', { skip: skipWithout.chromium }, () => {
  const opened = new AsyncDisposableStack()
  let mails: Awaited<ReturnType<typeof startMailServer>>
  let seller: Awaited<ReturnType<typeof startSellerWindow>>
  let another: Page
  let key = ''
  let storeId = ''
  let productId = ''
  let orderId = ''
  const seen: string[] = []

  before(async () => {
    mails = opened.use(await startMailServer())
    seller = opened.use(await startSellerWindow({}, { SMTP_URL: mails.url, MAIL_FROM: 'haat@example.com' }))
  })
  after(() => opened.disposeAsync())

  const step = steps()

  step('signs up, at a first load of at most 250 KB in a dozen files', async () => {
    const { app, page, button } = seller
    let bytes = 0
    let files = 0
    page.on('requestfinished', async (request) => {
      files++
      const sizes = await request.sizes().catch(() => undefined)
      bytes += sizes?.responseBodySize ?? 0
    })
    await page.goto(`${app.url}/dashboard`)
    await page.getByRole('heading', { name: 'Sign in to Haat' }).waitFor()
    await page.waitForLoadState('networkidle')
    assert.match(page.url(), /\/dashboard\/sign-in$/)
    assert.ok(bytes > 50_000 && bytes <= FIRST_LOAD_BYTES, `${bytes} bytes`)
    assert.ok(files <= FIRST_LOAD_FILES, `${files} files`)
    // The components' own styles must come first, so that ours override them.
    assert.match(await page.evaluate<string>('document.styleSheets[0].href'), /\/index-[^/]+\.css$/)
    page.removeAllListeners('requestfinished')

    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Your name').fill('Asha Verma')
    const email = page.getByLabel('E-mail address')
    await email.fill('asha@exampel.com')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await button('Create an account').click()
    await page.getByText('We have sent a link to asha@exampel.com').waitFor()
    await button('Change the address').click()
    assert.equal(await email.inputValue(), 'asha@exampel.com')
    await page.locator('[type=email]:focus').fill('asha@example.com')
    await button('Create an account').click()
    await page.getByText('We have sent a link to asha@example.com').waitFor()
  })

  step('confirms by the link in the mail, which asks for the password in another browser', async () => {
    const { page, chromium, button, divert } = seller
    another = (await chromium.open({ viewport: { width: 360, height: 780 } })).page
    const link = linkIn(await mails.about('Confirm your e-mail address', 'asha@example.com'))
    await another.goto(link)
    await another.getByText('You are in another browser than the one that signed up').waitFor()
    assert.deepEqual(await seriousFaults(another), [])
    await another.getByLabel('Password', { exact: true }).fill('not what was chosen')
    await another.getByRole('button', { name: 'Confirm and sign in' }).click()
    await another.getByText('Enter the password that you chose when you signed up').waitFor()
    for (const part of ['sign-up/confirm', 'session']) {
      const clear = await divert(`**/api/${part}`, (route) => route.fulfill({ status: 429, json: {} }))
      await (part === 'session' ? button('Try again').click() : page.goto(link))
      await page.getByText('Try again in 60 seconds.').waitFor()
      await clear()
    }
    await button('Try again').click()
    await page.getByRole('heading', { name: 'Name your store' }).waitFor()
    await another.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await another.getByRole('button', { name: 'Confirm and sign in' }).click()
    await another.getByText('This link has been used or has run out').waitFor()
  })

  step('creates a store and sees the next steps', async () => {
    const { page, button, told, divert, storeUrl } = seller
    const name = page.getByLabel('Name of the store')
    await name.fill('چراغ')
    await told('No address can be made of this name.')
    await name.fill('Lamps of Jaipur')
    await page.getByText('No address can be made of this name.').waitFor({ state: 'detached' })
    const clear = await divert('**/api/stores', losesAnswers)
    await button('Create the store').click()
    await told('The server cannot be reached')
    await clear()
    await button('Create the store').click()
    await page.getByRole('heading', { name: 'Welcome to Lamps of Jaipur' }).waitFor()
    assert.equal(page.url(), storeUrl, 'it is the one that was made first')
    await told('4 steps to your first order.')
    await page.getByRole('heading', { name: 'For developers' }).waitFor()
    for (const step of ['Set up payment', 'Create a key', 'Add a webhook'])
      await page.getByRole('link', { name: step }).waitFor()
  })

  step('adds a category', async () => {
    const { page, button, goTo, told, hold } = seller
    await goTo('Categories')
    const name = page.getByLabel('Name of the category')
    await name.fill('Lamps')
    const letGo = await hold('**/categories')
    await button('Add category').click()
    await name.fill('Bulbs')
    await letGo()
    await told('Category added')
    await page.getByRole('cell', { name: 'Lamps', exact: true }).waitFor()
    assert.equal(await name.inputValue(), 'Bulbs')
  })

  step('sees a mistake beside its field, in plain words', async () => {
    const { page, button, goTo } = seller
    await goTo('Products')
    await untilPage(page, "document.title === 'Products · Lamps of Jaipur'")
    await page.getByRole('link', { name: 'Add product' }).first().click()
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('La')
    await page.getByText('3 to 30 characters · 2 so far').waitFor()
    await button('Add product').click()
    await page.getByText('4 things to fix before this can be saved.').waitFor()
    for (const sentence of [
      'Name must be between 3 and 30 characters',
      'Description is needed',
      'Stock is needed',
    ])
      await page.getByText(sentence).first().waitFor()
    await page.getByLabel('Description', { exact: true }).fill('Cast by hand in Moradabad')
    await page.getByLabel('Price (MRP)').pressSequentially('१,२३,४५६.5/-')
    const stock = page.getByLabel('Stock', { exact: true })
    await stock.pressSequentially('8.5')
    assert.equal(await name.getAttribute('aria-invalid'), 'true')
    await name.fill('Brass lamp')
    await button('Add product').click()
    await page.getByText('Stock must be a whole number').first().waitFor()
    await stock.fill('८')
    assert.equal(await stock.inputValue(), '8')
    const sizes = page.getByRole('combobox', { name: 'Sizes' })
    await sizes.fill(Array.from({ length: 21 }, (_, i) => `${i + 20},`).join(''))
    await button('Add product').click()
    await page.getByText('Sizes cannot have more than 20 items').first().waitFor()
    await sizes.and(page.locator(':focus')).waitFor()
    for (let size = 0; size < 21; size++) await sizes.press('Backspace')
  })

  step('adds a product with a picture', async () => {
    const { page, button } = seller
    const picture = await plain({ width: 120, height: 120 }, '#c2541b').png().toBuffer()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('img', { name: 'Main picture' }).waitFor()
    await page.getByRole('combobox', { name: 'Categories' }).click()
    await page.getByRole('option', { name: 'Lamps' }).click()
    await page.getByRole('combobox', { name: 'Categories' }).pressSequentially('Gifts')
    await page.getByRole('option', { name: 'Add “Gifts”' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Gifts', { exact: true }).first().waitFor()
    await button('Add product').click()
    await page.getByRole('link', { name: 'Brass lamp' }).waitFor()
    await page.getByText('₹1,23,456.50').waitFor()
    const shown = page.locator('table img').first()
    await shown.waitFor()
    assert.match((await shown.getAttribute('src')) ?? '', /\/images\//)
  })

  step('creates a key, which is shown once, uses it, and sees no broken picture', async () => {
    const { app, page, button, dialog, inDialog, goTo } = seller
    await goTo('Developer')
    await button('Generate key').click()
    await dialog().getByText('It will not be shown again').waitFor()
    key = (await dialog().getByRole('status').first().textContent()) ?? ''
    assert.match(key, /^ht-\w{4}-\w{3}-\w{4}$/)
    await inDialog('Done').click()
    await page.getByText(`ht-••••-•••-${key.slice(-4)}`).waitFor()

    await goTo('Products')
    await page.getByRole('link', { name: 'Brass lamp' }).click()
    await page.waitForURL(/\/products\/[0-9a-f-]{36}$/)
    productId = page.url().split('/').at(-1)!
    const api = caller(app.url, key)
    const { status, body } = await api('GET', `/api/products/${productId}`)
    assert.equal(status, 200)
    assert.equal(body.name, 'Brass lamp')
    assert.deepEqual(body.categories, ['Lamps', 'Gifts'])
    storeId = body.store_id

    await api('PUT', `/api/products/${productId}/edit`, { primary_image: `${app.url}/gone.png` })
    await goTo('Products')
    await page.reload()
    await page.locator('table td svg').first().waitFor()
    assert.equal(await page.locator('table img').count(), 0)
    const { primary_image } = body
    await api('PUT', `/api/products/${productId}/edit`, { primary_image })
  })

  step('adds a webhook and sees its delivery', async () => {
    const { app, page, receiver, button, dialog, inDialog, goTo } = seller
    await goTo('Developer')
    await button('Add webhook').click()
    await page.getByLabel('Address of your server').fill(receiver.url)
    await inDialog('Add webhook').click()
    const secret = dialog().getByRole('status').first()
    assert.match((await secret.textContent()) ?? '', /^whsec_/)
    const how = await page.getByRole('link', { name: 'How to check it' }).getAttribute('href')
    assert.equal(how, '/docs#signature')
    await inDialog('Done').click()
    await placeTestOrder(app.world, { storeId, productId, given: { name: 'Meera Iyer' } })
    await receiver.waitFor(1)
    await page.getByRole('link', { name: receiver.url }).click()
    await page.getByRole('cell', { name: 'Delivered' }).waitFor()
    seen.push(new URL(page.url()).pathname)
    await button('order.created 1').click()
    await dialog().getByText('{"ok":true}').waitFor()
    await page.keyboard.press('Escape')
  })

  step('moves an order to delivered, and is offered only allowed moves', async () => {
    const { app, page, button, dialog, inDialog, goTo, look, told } = seller
    const link = 'https://courier.example/track/1'
    await goTo('Orders')
    await page.getByText('1 order to prepare.').waitFor()
    await page.getByRole('link', { name: 'Brass lamp' }).click()
    await button('Start preparing').waitFor()
    assert.equal(await button('Mark as delivered').count(), 0)
    await button('Start preparing').click()
    await look('Start preparing')
    await inDialog('Start preparing').click()
    await page.getByRole('textbox', { name: 'Tracking link' }).fill(link)
    await button('Save link').click()
    await told('Open tracking')
    await button('Mark as on the way').click()
    await look('Mark as on the way')
    const tracking = dialog().getByLabel(/Tracking link/)
    assert.equal(await tracking.inputValue(), link)
    await tracking.fill('http://courier.example')
    await inDialog('Mark as on the way').click()
    await tracking.and(page.locator('[aria-invalid]:focus')).waitFor()
    await tracking.fill(link)
    await inDialog('Mark as on the way').click()
    await button('Mark as delivered').click()
    await look('Mark as delivered')
    await inDialog('Mark as delivered').click()
    await page.getByRole('heading', { name: 'All done' }).waitFor()
    seen.push(new URL(page.url()).pathname)
    assert.equal(await button('Cancel order').count(), 0)
    orderId = page.url().split('/').at(-1)!
    const { body } = await caller(app.url, key)('GET', `/api/orders/${orderId}`)
    assert.equal(body.status, 'delivered')
    assert.equal(body.tracking_url, link)
  })

  step('still sees the next steps after a test order, which counts as no revenue', async () => {
    const { page, button, link, goTo, told } = seller
    await goTo('Overview')
    await told('and 1 test order, which brings no money')
    await page.getByText('₹0.00', { exact: true }).first().waitFor()
    await link('Set up payment').waitFor()
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())')
    await button('Copy the link').click()
    await button('Not copied: select it by hand').waitFor()
    await page.evaluate('delete navigator.clipboard.writeText')
    await button('I have shared it').click()
    await page.getByText('Share your store’s link').waitFor({ state: 'detached' })
    await link('Set up payment in Settings').click()
    // Wait before pressing, as the text shows for only two seconds. Use the keyboard, as notices cover the button.
    await Promise.all([button('Copied').waitFor(), button('Copy the link').press('Enter')])
  })

  step('invites a colleague, who joins as staff', async () => {
    const { app, button, dialog, inDialog, goTo, look } = seller
    await goTo('Team')
    await button('Invite somebody').click()
    await dialog().getByLabel('E-mail address').fill('meera@example.com')
    await look('Invite somebody')
    await inDialog('Send invitation').click()
    const join = linkIn(await mails.about('Asha Verma invites you'))

    const theirs = another
    const entrances = ['sign-in', 'sign-up', 'forgotten', 'reset#token', 'confirm#token', 'new-address#token']
    for (const url of [join, ...entrances.map((name) => `${app.url}/dashboard/${name}`)]) {
      assert.deepEqual(await faultsIn(theirs, url), [])
    }
    await theirs.setViewportSize({ width: 390, height: 844 })
    await theirs.goto(join.replace(/#.*/, '#older'))
    await theirs.getByText('This link has been used or has run out').waitFor()
    await theirs.getByRole('heading', { name: 'Join a store' }).waitFor()
    await theirs.getByRole('link', { name: 'Go to your stores' }).click()
    await theirs.getByRole('heading', { name: 'Sign in' }).waitFor()
    await theirs.goto(join)
    await theirs.getByRole('link', { name: 'Create an account to join' }).click()
    await theirs.getByLabel('Your name').fill('Meera Iyer')
    await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await theirs.getByRole('button', { name: 'Create an account' }).click()
    await theirs.getByText('We have sent a link to meera@example.com').waitFor()
    const { text } = await mails.about('Confirm your e-mail address', 'meera@example.com')
    await theirs.goto(linkIn({ text }))
    const { button: theirButton, link: theirLink, told, divert } = sellerWindow(theirs, seller.storeUrl)
    const clear = await divert('**/invitations/accept', losesAnswers)
    await theirButton('Join the store').click()
    await told('The server cannot be reached')
    await clear()
    await theirButton('Join the store').click()
    await theirs.getByRole('heading', { name: 'Overview' }).waitFor()
    await theirs.goto(join)
    await told('This link has been used or has run out')
    await theirLink('Go to your stores').click()
    await theirs.getByRole('heading', { name: 'Overview' }).waitFor()
    assert.equal(await theirs.getByRole('link', { name: 'Developer' }).count(), 0)
    await theirs.close()
  })

  step('loses nothing when the session ends in the middle of a form', async () => {
    const { page, button, dialog, inDialog, goTo, look } = seller
    await goTo('Settings')
    await page.waitForLoadState('networkidle')
    const phone = page.getByLabel('Phone number')
    await phone.fill('9876543210')
    await page.context().clearCookies()
    await button('Save').click()
    await look('Please sign in again')
    await dialog().getByLabel('Password', { exact: true }).fill(PASSWORD)
    await inDialog('Sign in').click()
    await page.getByText('Settings saved').waitFor()
    await page.reload()
    await phone.waitFor()
    assert.equal(await phone.inputValue(), '9876543210')
  })

  step('is asked before leaving with changes', async () => {
    const { page, inDialog, goTo, look } = seller
    await page.getByLabel('Phone number').fill('1')
    await goTo('Activity')
    await look('Leave without saving?')
    await inDialog('Stay').click()
    assert.equal(await page.getByLabel('Phone number').inputValue(), '1')
    await goTo('Activity')
    await inDialog('Leave').click()
    await page.getByText('Generated the API key').first().waitFor()
  })

  step('changes the e-mail address by a link opened in a browser that is not signed in', () =>
    changeEmail(seller, mails),
  )

  step(
    'finds no page with a serious accessibility fault, in light and dark, on a phone and a laptop',
    async () => {
      const { app, page } = seller
      const one = aProduct({ name: 'W'.repeat(30), stock: 1 })
      assert.equal((await caller(app.url, key)('POST', '/api/products/create', one)).status, 201)
      await placeTestOrder(app.world, { storeId, productId, given: {} })
      const store = new URL(page.url()).pathname.split('/').slice(0, 4).join('/')
      const pages = [
        '',
        '/orders',
        '/products',
        '/products/new',
        `/products/${productId}`,
        '/products/import',
      ]
        .concat([`/orders/slips?orders=${orderId}`, `/products/new?like=${productId}`])
        .concat([
          '/categories',
          '/developer',
          '/team',
          '/settings',
          '/settings/policies',
          '/settings/policies/about',
          '/refunds',
          '/audit',
          '/account',
          '/more',
        ])
        .map((path) => store + path)
        .concat(seen, '/dashboard/new-store')
      const faults: string[] = []
      for (const path of pages) faults.push(...(await faultsIn(page, app.url + path)))
      assert.deepEqual(faults, [])
    },
  )

  step('met no dialog with a serious accessibility fault, no browser error and no CSP violation', () => {
    assert.deepEqual(seller.faults, [])
    assert.deepEqual(seller.complaints(), [])
  })
})
