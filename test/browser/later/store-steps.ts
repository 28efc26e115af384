import assert from 'node:assert/strict'
import { until } from '../../../harness/app/until.ts'
import { inLargeLetters } from '../../../harness/browser/browser.ts'
import { untilPage } from '../../../harness/browser/until-page.ts'
import { join, newPerson, PASSWORD } from '../../../harness/shops/dashboard.ts'
import { plain } from '../../../harness/shops/pictures.ts'
import { placeTestOrder } from '../../../server/actions/orders/place-test-order.ts'
import { notePaymentProblem } from '../../../server/storage/payments/payment-problems.ts'
import { rowsOf } from '../../../server/storage/statement.ts'
import { LOOKED_AT, losesAnswers, sellerWindow } from '../../help/browser/seller-window.ts'
import type { Step } from './seller.ts'

const COLOURS_OF_BARS = `[
  getComputedStyle(document.querySelector('section span[style^=height]'), '::before'),
  getComputedStyle(document.body),
].map(({ backgroundColor }) => backgroundColor)`

/** How these pictures fit their squares, each way once. */
const fitsOf = (pictures: string) =>
  `Array.from(new Set(Array.from(document.querySelectorAll('${pictures}'), (each) => getComputedStyle(each).objectFit)))`

export function storeSteps(step: Step) {
  step('marks a payment as refunded', async (seller) => {
    const { app, page, load, goTo, button, dialog, inDialog, look, told, divert, hold, focusOn } = seller
    const { owner, store } = seller
    const [payment, other] = await rowsOf(app.world.db, (sql) =>
      sql.selectFrom('payments').selectAll().limit(2),
    )
    const owe = (payment_id: string, amount_paise: number) =>
      rowsOf(app.world.db, (sql) =>
        sql.insertInto('refund_tasks').values({
          store_id: store,
          payment_id,
          amount_paise,
          reason: 'The stock is gone',
          created_at: 1,
        }),
      )
    await owe(payment!.id, 12_345)
    await owe(other!.id, 5_000)
    const begun = { gateway: 'razorpay', reference: 'order_x1', status: 'started' } as const
    const unpaid = {
      ...begun,
      id: app.world.newId(),
      token: '',
      order_id: null,
      settled_at: null,
      created_at: 1,
    }
    await rowsOf(app.world.db, (sql) => sql.insertInto('payments').values({ ...payment!, ...unpaid }))
    await notePaymentProblem(app.world.db, {
      ...{ store_id: store, gateway: 'razorpay', reference: 'order_x1', payment_id: unpaid.id, at: 1 },
      reason: 'Authorised, but not captured',
    })
    await load('/settings')
    await told('2 payments wait for a refund.')
    await page.setViewportSize({ width: 1280, height: 800 })
    const clear = await divert('**/payment-problems*', (route) => route.fulfill({ status: 400, json: {} }))
    await goTo('Refunds')
    await told('2 payments to return, ₹173.45 in all.')
    const unread = page.getByRole('region', { name: 'Payments to look at' })
    await unread.getByRole('alert').waitFor()
    await clear()
    await unread.getByRole('button', { name: 'Try again' }).click()
    await told('Authorised, but not captured')
    const letGo = await hold('**/api/**/refunds*')
    const listed = page.waitForResponse('**/payment-problems*')
    await page.reload()
    await (await listed).finished()
    await told('2 payments to return, ₹173.45 in all.')
    assert.equal(await unread.count(), 0, 'nothing to press that would move')
    await letGo()
    await unread.getByRole('button', { name: 'Mark as done' }).waitFor()

    await page.getByRole('row', { name: '₹50' }).getByRole('button').click()
    await owner.ask('finishRefund', { store, payment: other!.id })
    await inDialog('Mark as refunded').click()
    await told('It was marked already.')
    await told('1 payment to return, ₹123.45 in all.')
    await button('Mark as refunded').click()
    await look('Have you returned ₹123.45?')
    await inDialog('Mark as refunded').click()
    await told('Marked as refunded')
    await focusOn('heading', 'Nothing to refund')
    await button('Mark as done').click()
    await look('Have you looked at this payment?')
    const find = await divert('**/payment-problems/done', losesAnswers)
    await inDialog('Mark as done').click()
    await dialog().getByText('The server cannot be reached').waitFor()
    await page.getByText('Payments to look at').waitFor({ state: 'hidden' })
    await find()
    await inDialog('Mark as done').click()
    await told('It was marked already.')
    const show = await hold('**/api/**/refunds?*')
    await page.getByText('Refunded', { exact: true }).click()
    await page.getByRole('radio', { name: 'Refunded', checked: true }).waitFor({ state: 'attached' })
    assert.equal(await page.getByText('No refund made yet').count(), 0, 'those made are on their way')
    await show()
    await page.getByRole('row', { name: '₹123.45' }).getByRole('link').click()
    await page.getByRole('heading', { name: /^Order / }).waitFor()
  })

  step('sees the stock returned by a cancelled order in the product at once', async (seller) => {
    const { app, page, open, button, inDialog, told, store, products } = seller
    const { order_id } = await placeTestOrder(app.world, {
      ...{ storeId: store, productId: products[0]!.id, given: {} },
    })
    await open(`/products/${products[0]!.id}`)
    const stock = Number(await page.getByLabel('Stock', { exact: true }).inputValue())
    await open(`/orders/${order_id}`)
    await button('Cancel order').click()
    await inDialog('Cancel order').click()
    await told('Order updated')
    await open(`/products/${products[0]!.id}`)
    await untilPage(page, `document.querySelector('[name=stock]')?.value === '${stock + 1}'`)
  })

  step(
    'gives the store a wide logo, which customers see whole, and Razorpay keys, which are never shown',
    async (seller) => {
      const { app, page, open, button, dialog, inDialog, look, told } = seller
      await open('/settings')
      const picture = await plain({ width: 256, height: 64 }, '#c2541b').png().toBuffer()
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        button('Choose a picture').press('Enter'), // a notice may still cover it
      ])
      await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
      await page.getByRole('img', { name: 'Logo' }).waitFor()
      assert.equal(await page.locator('input[type=file]').inputValue(), '', 'the same can be chosen again')
      await button('Switch store').locator('img[src^="/images/320/"]').waitFor()
      assert.deepEqual(await page.evaluate(fitsOf('img')), ['contain'], 'in the header and in Settings')
      const customers = await page.context().newPage()
      await customers.goto(`${app.url}/s/lamps-of-jaipur`)
      await customers.locator('header img[src^="/images/"]').waitFor()
      assert.deepEqual(await customers.evaluate(fitsOf('header img')), ['contain'])
      await customers.close()

      await button('Connect Razorpay').click()
      await look('Connect Razorpay')
      await dialog().getByText('Keep offers, and fees that customers pay, switched off at Razorpay').waitFor()
      await told('payment.authorized, payment.captured, payment.failed, order.paid')
      await dialog().getByLabel('Key id').fill('rzp_test_12345678901234')
      await dialog().getByLabel('Key secret').fill('a-secret-of-Razorpay')
      await inDialog('Save').click()
      await told('Enter a webhook secret of 6 to 200 characters, without spaces')
      await dialog().getByLabel('Webhook secret').fill('a-secret-of-ours')
      await inDialog('Save').click()
      await told('The keys are saved, but Razorpay could not be reached to try them.')
      await told('Razorpay, test mode')
      await page.reload()
      await told('Razorpay is in test mode with the key rzp_test_12345678901234')
      await told('A payment of any other amount makes no order')
      assert.doesNotMatch(await page.content(), /a-secret-of/)
      await button('Back to the test gateway').click()
      await look('Go back to the test gateway?')
      await inDialog('Back to the test gateway').click()
      await told('The test gateway is in use now')
      await told('customers can try everything, and no money moves')
      await button('Remove logo').click()
      await told('Logo removed')
    },
  )

  step('saves only the settings changed here, and sees those changed elsewhere', async (seller) => {
    const { page, open, button, told, divert, owner, store } = seller
    await open('/settings')
    await page.getByLabel('Sender name of mails').fill('Jaipur lamps')
    await page.getByLabel('Mail the owners about new orders').click()
    await owner.ask('changeSettings', { store, contact_phone: '9876543210' })
    const clear = await divert('**/api/session', (route) => route.fulfill({ status: 400, json: {} }))
    const isRead = page.waitForResponse(
      (asked) => asked.url().endsWith('/settings') && asked.request().method() === 'GET',
    )
    await button('Save').click()
    await told('Settings saved')
    await isRead
    assert.equal(await page.getByText('Something went wrong on our side').count(), 0)
    await clear()
    assert.equal(await page.getByLabel('Phone number').inputValue(), '9876543210')
    const settings = await owner.ask('readSettings', { store })
    assert.equal(settings.contact_phone, '9876543210')
    assert.equal(settings.sender_name, 'Jaipur lamps')
    assert.equal(settings.new_order_mails, false)
  })

  step('moves the store to another address and back, and releases the other one', async (seller) => {
    const { app, page, load, open, button, inDialog, look, told } = seller
    await open('/settings')
    const address = page.getByLabel('Address of the store’s page')
    const former = page.getByRole('region', { name: 'Former addresses' })
    await told('When you change it, old links lead on to the new address.')
    assert.equal(await former.count(), 0)
    await address.fill('jaipur-lamps')
    await button('Save').click()
    await told('Settings saved. Links to lamps-of-jaipur lead on to the new address.')
    await page.waitForURL('**/s/jaipur-lamps/settings')
    await former.getByText(`${app.world.publicUrl}/s/lamps-of-jaipur`).waitFor()
    assert.equal((await fetch(`${app.url}/s/lamps-of-jaipur`)).url, `${app.url}/s/jaipur-lamps`)
    await load('/settings')
    await page.waitForURL('**/s/jaipur-lamps/settings')
    await address.fill('lamps-of-jaipur')
    await button('Save').click()
    await page.waitForURL('**/s/lamps-of-jaipur/settings')
    await button('Let go: jaipur-lamps').click()
    await look('Let jaipur-lamps go?')
    await inDialog('Let go').click()
    await told('Address let go')
    await former.waitFor({ state: 'hidden' })
    assert.equal((await fetch(`${app.url}/s/jaipur-lamps`)).status, 404)
  })

  step('writes a policy from the suggested text, which customers read once it is saved', async (seller) => {
    const { app, page, open, button, told } = seller
    await open('/settings')
    await page.getByRole('link', { name: 'Write policies' }).click()
    await told('Customers can read 1 of 5.')
    await page.getByRole('link', { name: 'Shipping and delivery' }).click()
    await button('Begin with our text').click()
    const text = page.getByRole('textbox', { name: 'Text' })
    assert.match(await text.inputValue(), /call 9876543210\.$/)
    await button('Save').click()
    await page.getByText('Fill in each ____ before you save').first().waitFor()
    assert.equal((await fetch(`${app.url}/s/lamps-of-jaipur/shipping`)).status, 404)
    await text.fill((await text.inputValue()).replaceAll('____', '3'))
    await button('Save').click()
    await told('It is on your store’s pages now.')
    const address = await page.getByRole('link', { name: 'See the page' }).getAttribute('href')
    assert.match(await (await fetch(address!)).text(), /We send your order within 3 working days/)
    await open('/settings')
    await told('Shipping and delivery: there')
    await told('Terms and conditions: still missing')
    await told('About and contact: still missing')
    await page.getByLabel('Address', { exact: true }).fill('12 Johari Bazaar')
    await button('Save').click()
    await told('About and contact: there')
  })

  step('is told of a new order, and of data that could not be refreshed', async (seller) => {
    const { app, chromium, owner, store, products, storeUrl } = seller
    const { page } = await chromium.open()
    const { enterWith, load, button, hold, divert } = sellerWindow(page, storeUrl)
    await enterWith(owner.browser.cookie)
    await page.clock.install()
    const bought = { storeId: store, productId: products[1]!.id }
    for (const place of ['', '/orders']) {
      await load(place)
      await placeTestOrder(app.world, { ...bought, given: { name: 'Kavya Nair' } })
      await page.clock.fastForward(31_000)
      await page.getByRole('status').getByText('1 new order', { exact: true }).waitFor({ state: 'attached' })
    }
    const rows = page.getByRole('row', { name: /Kavya Nair/ })
    await rows.nth(1).waitFor()
    await page.goto(`${storeUrl.replace(/[^/]+$/, store)}/orders?search=kavya`)
    await rows.first().waitFor()
    assert.equal(page.url(), `${storeUrl}/orders?search=kavya`)
    const search = page.getByLabel('Search customer, phone, pincode, product or order number')
    await search.pressSequentially('x')
    await button('Clear filters').click()
    await page.waitForURL(`${storeUrl}/orders`)
    await page.clock.fastForward(1000)
    await page.waitForLoadState('networkidle')
    assert.equal(page.url(), `${storeUrl}/orders`, 'the earlier search text is not applied later')

    const old = page.getByText(/This could not be refreshed|Your role in this store/)
    /** Comes back to the window while the cards' requests get this answer. */
    const comeBack = async (status: number, json: object) => {
      const clear = await divert('**/{key,webhooks,use}', (route) => route.fulfill({ status, json }))
      await page.clock.fastForward(31_000)
      await page.evaluate(LOOKED_AT)
      await old.nth(2).waitFor()
      await clear()
    }
    await load('/developer')
    await comeBack(400, {})
    const letGo = await hold('**/{key,webhooks,use}')
    await button('Try again').first().click()
    await page.getByRole('status').getByText('Trying again.').waitFor()
    await letGo()
    await until(async () => (await old.count()) === 0)
    await comeBack(403, { error: 'Your role in this store does not allow this', code: 'not_allowed' })
    assert.equal(await button('Try again').count(), 0)
    await page.context().close()
  })

  step('sees nothing of one store on the page of another', async ({ app, chromium, store, storeUrl }) => {
    const helper = await newPerson(app)
    await join(app, store, helper, 'staff')
    const name = 'Toys of Agra'
    const other = await helper.ask('createStore', { name })
    const { page } = await chromium.open()
    const { enterWith, load, button, told, hold } = sellerWindow(page, storeUrl)
    await enterWith(helper.browser.cookie)
    await load('')
    await told('to prepare.')
    const letGo = await hold(`**/${other.store_id}/overview*`)
    await button('Switch store').click()
    await page.getByRole('menuitem', { name }).click()
    await button('Switch store').getByText(name).waitFor()
    assert.equal(await page.getByText('to prepare.').count(), 0)
    await letGo()
    await page.getByRole('heading', { name: `Welcome to ${name}` }).waitFor()
    await page.context().close()
  })

  step('shares the address of the store or a product with another app, if the device can', async (seller) => {
    const { app, page, open, button, products } = seller
    const shares = 'async ({ url }) => { window.handedOver = url }'
    await page.evaluate(`Object.defineProperty(navigator, 'share', { value: ${shares} })`)
    const { id } = products[0]!
    for (const [place, path] of [
      [`/products/${id}`, `/p/${id}`],
      ['/settings', ''],
    ] as const) {
      await open(place)
      await button(/^Share$/).click()
      assert.equal(await page.evaluate('window.handedOver'), `${app.url}/s/lamps-of-jaipur${path}`)
    }
  })

  step('reads the number of a day by pointing at it in a chart', async ({ page, open }) => {
    await open('')
    const card = page.getByRole('region', { name: 'Orders in 30 days' })
    const [day = '', orders] = (await card.getByRole('row').last().innerText()).split('\t')
    const under = await card.getByText(day.slice(0, -' 2026'.length), { exact: true }).boundingBox()
    await page.mouse.move(under!.x + under!.width / 2, under!.y - 40)
    assert.equal(await card.locator('strong').innerText(), orders)
    await page.mouse.move(0, 0)
    await card.locator('strong').waitFor({ state: 'detached' })
    await page.emulateMedia({ forcedColors: 'active' })
    const [bar, ground] = await page.evaluate<string[]>(COLOURS_OF_BARS)
    assert.notEqual(bar, ground, 'the bars are seen in the reader’s own colours, too')
    await page.emulateMedia({ forcedColors: null })
  })

  step('reads each number of orders beside its status, in large letters on a small phone', async (seller) => {
    const { page, open } = seller
    await page.setViewportSize({ width: 320, height: 780 })
    await open('')
    await page.getByRole('heading', { name: 'Orders by status' }).waitFor()
    assert.deepEqual(await inLargeLetters(page, COVERED_NUMBERS), [null, null, null, null, null])
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  step('reads what runs low beside a small sign, where it has no picture', async (seller) => {
    const { page, load, owner, store, products } = seller
    await owner.ask('editProduct', { store, product: products[2]!.id, stock: 1 })
    const sign = page.getByRole('region', { name: 'Low stock' }).locator('li > [aria-hidden]').first()
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await load('')
      assert.equal((await sign.boundingBox())?.width, 44, `at ${width} px`)
    }
  })

  step('deletes the store once nothing is open, by its name and the password', async (seller) => {
    const { app, page, open, button, dialog, inDialog, look, told, owner, store } = seller
    await open('/settings')
    await told('4 orders are still under way.')
    assert.ok(await button('Delete the store').isDisabled())
    const { items } = await owner.ask('listOrders', { store })
    for (const { id, next } of items)
      if (next.includes('cancelled'))
        await owner.ask('changeOrderStatus', { store, order: id, status: 'cancelled' })
    await open('/settings')
    await page.getByLabel('Phone number').fill('98')
    const asked: string[] = []
    page.on('dialog', (dialog) => asked.push(dialog.type()))
    await button('Delete the store').click()
    await dialog().getByText('61 products, 11 orders').waitFor()
    await look('Delete Lamps of Jaipur?')
    assert.ok(await inDialog('Delete the store').isDisabled())
    await dialog().getByLabel('Type Lamps of Jaipur to confirm').fill('Lamps of Jaipur ')
    await dialog().getByLabel('Current password').fill(PASSWORD)
    await inDialog('Delete the store').click()
    await page.getByRole('heading', { name: 'Name your store' }).waitFor()
    assert.deepEqual(asked, [])
    assert.doesNotMatch(await page.evaluate('Object.keys(localStorage).join()'), /haat-draft/)
    assert.equal((await fetch(`${app.url}/s/lamps-of-jaipur`)).status, 404)
  })
}

/** For each status on the overview, the number that it covers, if any. */
const COVERED_NUMBERS = `Array.from(document.querySelectorAll('main li > a:has(+ span) > span'), (status) => {
  const { right, bottom } = status.getBoundingClientRect()
  const number = status.closest('li').lastElementChild
  const { left, top } = number.getBoundingClientRect()
  return left < right && top < bottom ? number.textContent : null
})`
