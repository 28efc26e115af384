import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { placeTestOrder } from '../../../server/actions/orders/place-test-order.ts'
import { rowsOf } from '../../../server/storage/statement.ts'
import { watchFields } from '../../help/browser/seller-window.ts'
import type { Step } from './seller.ts'

const GROUNDS_OF_PERIODS = `Array.from(
  document.querySelectorAll('.mantine-SegmentedControl-label'),
  (label) => getComputedStyle(label).backgroundColor,
)`

/** What stands on paper about who sends a parcel: the store's name, address and phone number. */
const SENDER = ['Lamps of Jaipur', '12 Johari Bazaar', 'Jaipur 302003', '98765 43210'] as const

export function orderSteps(step: Step) {
  step('finds an order by a search and sends a mail again', async (seller) => {
    const { app, page, open, button, link, dialog, inDialog, look, told, focusOn, owner, store, products } =
      seller
    const [, address, area, contact_phone] = SENDER
    await owner.ask('changeSettings', { store, business_address: `${address}\n${area}`, contact_phone })
    for (const name of ['Meera Iyer', 'Arjun Rao']) {
      await placeTestOrder(app.world, { storeId: store, productId: products[0]!.id, given: { name } })
    }
    await rowsOf(app.world.db, (sql) => sql.updateTable('mails').set({ status: 'sent', sent_at: 1 }))
    const picture = `${store}/${'a1'.repeat(32)}.png`
    const answers = JSON.stringify([{ question: 'Your face', type: 'image', answer: `/images/${picture}` }])
    await rowsOf(app.world.db, (sql) => sql.updateTable('orders').set({ answers }))
    await open('/orders')
    await page.getByLabel('Search customer, phone, pincode, product or order number').fill('meera')
    await page.getByRole('cell', { name: 'Arjun Rao', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('1 order', { exact: true }).waitFor({ state: 'attached' })
    const [download] = await Promise.all([page.waitForEvent('download'), link('Export').click()])
    assert.equal((await readFile(await download.path(), 'utf8')).trim().split('\n').length, 2)
    await link(products[0]!.name).click()
    await told('Total, in test money')
    const face = link('The customer’s picture').locator(`[src="/images/320/${picture}"]`)
    await face.waitFor({ state: 'attached' })
    // Start waiting before the click, because the text shows for only two seconds.
    await Promise.all([button('Copied').waitFor(), button('Copy the address').click()])
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())')
    await button('Copy the id').click()
    await button('Not copied: select it by hand').waitFor()
    await page.evaluate('delete navigator.clipboard.writeText')
    const id = new URL(page.url()).pathname.split('/').at(-1)!
    await page.getByText(id, { exact: true }).waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const [first = '', ...paper] = (await page.locator('main').innerText()).split(/\n+/)
    const [, number] = /^Order (#10\d\d)$/.exec(first) ?? []
    assert.ok(number, first)
    for (const line of [...SENDER, products[0]!.name, 'Meera Iyer', 'Bengaluru 560001'])
      assert.ok(paper.includes(line), `${line} is not on the slip`)
    assert.doesNotMatch(paper.join(), /Timeline|Cancel|Copy|₹/)
    assert.ok(!paper.join().includes(id), 'an id is no use on paper')
    assert.equal(await page.getByRole('navigation').count(), 0)
    const ink = await page.evaluate("getComputedStyle(document.querySelector('h1')).color")
    assert.equal(ink, 'rgb(31, 35, 40)', 'dark on white')
    await page.emulateMedia({ media: null, colorScheme: null })
    await button('Cancel order').click()
    await look('Cancel order')
    await told('Mails are not set up on this service yet')
    await inDialog('Go back').click()
    await button('Change the address').click()
    await look('Change the address')
    await dialog().getByText('6 digits').waitFor()
    assert.equal(
      await dialog().locator('input:not([autocomplete=off])').count(),
      0,
      'filled in by the browser',
    )
    await dialog().getByLabel('City').fill('Mysuru')
    await inDialog('Change the address').click()
    await told('Mysuru 560001')
    await page.getByRole('main').getByRole('link', { name: 'Orders' }).click()
    await page.waitForURL(/orders\?search=meera$/)
    await page.getByLabel('Search customer, phone, pincode, product or order number').fill(number)
    await page.waitForURL(/search=%2310\d\d$/)
    await page.getByText(number, { exact: true }).waitFor()
    await page.getByRole('status').getByText('1 order', { exact: true }).waitFor({ state: 'attached' })
    await link(products[0]!.name).click()
    await told('Mail “New address” is waiting to be sent')
    const mail = page.getByRole('combobox', { name: 'Send a mail again' })
    assert.equal(await mail.inputValue(), 'started', 'the newest that can be sent')
    assert.ok(await mail.getByRole('option', { name: 'New address (waiting)' }).isDisabled())
    await button('Send again').click()
    await told('The mail waits until mails are set up, a week at most')
    await told('Mail “Order received” is waiting to be sent')
    await told('This mail is already waiting to be sent. It can be sent again once it has left.')
    assert.ok(await button('Send again').isDisabled())
    await page.getByRole('main').getByRole('link', { name: 'Orders' }).click()
    const from = page.getByLabel('From', { exact: true })
    await from.focus()
    await page.keyboard.type('11112026')
    await page.waitForURL(/from=2026-11-11/)
    await page.getByLabel('To', { exact: true }).fill('2026-11-10')
    await told('The day under From comes after the day under To.')
    await button('Clear filters').click()
    await page.setViewportSize({ width: 360, height: 780 })
    await from.waitFor({ state: 'hidden' })
    await button('Dates').click()
    await from.fill('2026-11-11')
    await button('Dates').waitFor({ state: 'hidden' })
    await button('Clear filters').click()
    await button('Dates').waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page
      .getByRole('row', { name: /Arjun Rao/ })
      .getByRole('link')
      .click()
    await button('Start preparing').click()
    await inDialog('Start preparing').click()
    await focusOn('heading', 'Pack and hand over')
  })

  step(
    'keeps a typed tracking link of an order moved on by another member, and enters it in no other order',
    async (seller) => {
      const { app, page, open, button, told, owner, store, products } = seller
      const order = new URL(page.url()).pathname.split('/').at(-1)!
      const wish = { storeId: store, productId: products[0]!.id, given: { name: 'Anil Nair' } }
      const { order_id: other } = await placeTestOrder(app.world, wish)
      await owner.ask('changeOrderStatus', { store, order: other, status: 'processing' })
      const tracking_url = 'https://courier.example/track/1'
      const link = page.getByRole('textbox', { name: 'Tracking link' })
      await open(`/orders/${other}`)
      await open(`/orders/${order}`)
      await link.fill(tracking_url)
      await open(`/orders/${other}`)
      assert.equal(await link.inputValue(), '')
      await open(`/orders/${order}`)
      assert.equal(await link.inputValue(), tracking_url)
      await owner.ask('changeOrderStatus', { store, order: other, status: 'cancelled' })
      await owner.ask('changeOrderStatus', { store, order, status: 'dispatched' })
      await button('Save link').click()
      await told('Tracking link saved')
      await told('Wait for the delivery')
      assert.equal((await owner.ask('readOrder', { store, order })).order.tracking_url, tracking_url)
      await owner.ask('changeOrderStatus', { store, order, status: 'cancelled' })
    },
  )

  step(
    'is told that another member sent the parcel meanwhile, and sees that behind the dialog',
    async (seller) => {
      const { app, open, button, dialog, inDialog, told, owner, store, products } = seller
      const wish = { storeId: store, productId: products[0]!.id, given: { name: 'Tara Shah' } }
      const { order_id: order } = await placeTestOrder(app.world, wish)
      await open(`/orders/${order}`)
      await button('Change the address').click()
      await dialog().getByText('6 digits').waitFor()
      await dialog().getByLabel('City').fill('Mysuru')
      for (const status of ['processing', 'dispatched'])
        await owner.ask('changeOrderStatus', { store, order, status })
      await inDialog('Change the address').click()
      await told('The parcel is no longer with you, so where it goes cannot be changed')
      await told('Wait for the delivery')
      await inDialog('Cancel').click()
      await owner.ask('changeOrderStatus', { store, order, status: 'cancelled' })
    },
  )

  step('erases a customer on request, after typing the order number', async (seller) => {
    const { page, open, load, button, dialog, inDialog, look, told, owner, store } = seller
    const [over] = (await owner.ask('listOrders', { store, search: 'tara' })).items
    const [other] = (await owner.ask('listOrders', { store, search: 'meera' })).items
    await open(`/orders/${other!.id}`)
    await told('Meera Iyer')
    assert.equal(await button('Erase the details').count(), 0, 'while the order is under way')
    const order = over!.id
    await load(`/orders/${order}`)
    await button('Erase the details').click()
    await look('Erase the customer’s details?')
    await told('This cannot be undone.')
    assert.ok(await inDialog('Erase the details').isDisabled())
    await dialog().getByLabel(`Type ${over!.number}, the number of this order`).fill(`#${over!.number}`)
    await inDialog('Erase the details').click()
    await told('The details were erased. What was bought and paid stays.')
    await told('The customer’s details were erased')
    assert.equal(await button('Erase the details').count(), 0)
    assert.equal(await button('Send again').count(), 0)
    assert.doesNotMatch(await page.getByRole('main').innerText(), /Tara/)
    await open('/orders')
    await page.getByRole('cell', { name: 'Details erased', exact: true }).waitFor()
  })

  step('sees the current status of an order after a move came too late', async (seller) => {
    const { page, open, button, link, inDialog, told, hold, owner, store } = seller
    const [first] = (await owner.ask('listOrders', { store, search: 'meera' })).items
    const order = first!.id
    await open(`/orders/${order}`)
    const lateTo = async (move: string, status: string) => {
      await button(move).click()
      await owner.ask('changeOrderStatus', { store, order, status })
      await inDialog(move).click()
    }
    await lateTo('Cancel order', 'processing')
    await told('This order is “Being prepared” by now. Confirm again if it should become “Cancelled”')
    await told('Pack and hand over')
    await page.keyboard.press('Escape')
    await lateTo('Mark as on the way', 'dispatched')
    await told('This order is “On the way” by now.')
    await told('Wait for the delivery')
    await page.keyboard.press('Escape')
    await open('')
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
    const leading = headings.find((heading) => /^(Needs you|Revenue)/.test(heading))
    assert.equal(leading, 'Needs you')
    await page.emulateMedia({ forcedColors: 'active' })
    const grounds = await page.evaluate<string[]>(GROUNDS_OF_PERIODS)
    assert.equal(new Set(grounds).size, 2, 'which period is shown is seen in the reader’s own colours, too')
    await page.emulateMedia({ forcedColors: null })
    const letGo = await hold('**/overview?*')
    await page.getByText('90 days', { exact: true }).click()
    await page.getByRole('radio', { name: '90 days', checked: true }).waitFor({ state: 'attached' })
    const revenue = (days: number) => page.getByRole('heading', { name: `Revenue in ${days} days` })
    assert.equal(await revenue(90).count(), 0, 'the revenue of 30 days is not called that of 90')
    await letGo()
    await revenue(90).waitFor()
    await link('On the way').click()
    await page.waitForURL(/status=dispatched&from=\d{4}-\d\d-\d\d$/)
    await page.getByRole('status').getByText('1 order', { exact: true }).waitFor({ state: 'attached' })
  })

  step(
    'moves all orders of a page at once, is told which one was not moved, and prints their slips',
    async (seller) => {
      const { page, open, button, link, dialog, inDialog, look, told, divert, app, owner, store, products } =
        seller
      const names = ['Kavya Menon', 'Dev Shah', 'Esha Gill']
      const ids: string[] = []
      for (const name of names) {
        const given = { name, special_instructions: `For ${name}` }
        const order = { storeId: store, productId: products[1]!.id, given }
        ids.push((await placeTestOrder(app.world, order)).order_id)
      }
      await open('/orders?status=started')
      await page
        .getByRole('checkbox', { name: new RegExp(`^Choose #10\\d\\d, Dev Shah, ${products[1]!.name}$`) })
        .waitFor()
      await page.getByRole('checkbox', { name: 'All on this page' }).check()
      await told('3 chosen')
      await owner.ask('changeOrderStatus', { store, order: ids[1]!, status: 'cancelled' })
      await button('Start preparing').click()
      await look('Start preparing 3 orders')
      const reachIt = await divert('**/orders{/moves,?*}', (route) =>
        route.request().method() === 'GET'
          ? route.fulfill({ status: 400, json: {} })
          : route.abort('internetdisconnected'),
      )
      await inDialog('Start preparing 3 orders').click()
      await told('Some may be done already')
      await told('This could not be refreshed. It is as of')
      await page.emulateMedia({ media: 'print' })
      assert.equal(await page.getByText('This could not be refreshed.').isVisible(), false, 'on paper')
      await page.emulateMedia({ media: null })
      await reachIt()
      await inDialog('Start preparing 3 orders').click()
      await look('2 orders moved to “Being prepared”')
      await page.getByText('This could not be refreshed.').waitFor({ state: 'detached' })
      await dialog().getByText(`Dev Shah, ${products[1]!.name} is “Cancelled” by now`).waitFor()
      await dialog().getByRole('link', { name: 'Print slips' }).click()
      await page.getByRole('heading', { name: '2 slips' }).waitFor()
      await page.getByRole('row', { name: /2 orders 2 pieces/ }).waitFor()
      await page.emulateMedia({ media: 'print' })
      const paper = (await page.locator('main').innerText()).split(/\n+/)
      for (const line of ['For Kavya Menon', 'For Esha Gill', 'Bengaluru 560001', ...SENDER])
        assert.ok(paper.includes(line), `${line} is not on the slips`)
      assert.doesNotMatch(paper.join(), /Dev Shah|₹|Print|nothing to pack/)
      await page.emulateMedia({ media: null })
      await page.getByRole('main').getByRole('link', { name: 'Orders' }).click()
      await page.waitForURL(/orders\?status=started$/)
      await link(products[1]!.name).first().waitFor({ state: 'detached' })

      await open('/orders?status=processing')
      await page.getByRole('checkbox', { name: 'All on this page' }).check()
      await button('Mark as on the way').click()
      await look('Mark 2 orders as on the way')
      await page.evaluate(watchFields('[role=dialog]'))
      await dialog().getByRole('textbox').first().press('h')
      assert.deepEqual(await page.evaluate('[...rendered]'), ['tracking_urls[0]'])
      await page.keyboard.press('Escape')

      const slipOf = (name: string) => page.getByRole('article').filter({ hasText: name })
      const nothing = 'cancelled, delivered or on the way, so there is nothing to pack for'
      await open(`/orders/slips?orders=${ids.join()}`)
      await page.getByRole('row', { name: /2 orders 2 pieces/ }).waitFor()
      await told(`1 order is ${nothing} it.`)
      await slipOf('Dev Shah').getByText('Cancelled', { exact: true }).waitFor()
      assert.doesNotMatch(await slipOf('Esha Gill').innerText(), /Cancelled|Being prepared/)
      const from = ['processing', 'cancelled', 'processing']
      await owner.ask('moveOrders', { store, orders: ids, status: 'cancelled', from })
      await page.reload()
      await told(`3 orders are ${nothing} them.`)
      assert.equal(await page.getByRole('heading', { name: 'Packing list' }).count(), 0)
      // A later step begins with a store that has not written them.
      await owner.ask('changeSettings', { store, business_address: '', contact_phone: '' })
    },
  )
}
