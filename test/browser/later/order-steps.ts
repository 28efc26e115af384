import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { placeTestOrder } from '../../../server/actions/orders/place-test-order.ts'
import { rowsOf } from '../../../server/storage/statement.ts'
import type { Step } from './seller.ts'

export function orderSteps(step: Step) {
  step('finds an order by a word and sends a mail again', async (seller) => {
    const { app, page, open, button, link, inDialog, look, told, focusOn, store, products } = seller
    for (const name of ['Meera Iyer', 'Arjun Rao']) {
      await placeTestOrder(app.world, { storeId: store, productId: products[0]!.id, given: { name } })
    }
    await rowsOf(app.world.db, (sql) => sql.updateTable('mails').set({ status: 'sent', sent_at: 1 }))
    await open('/orders')
    await page.getByLabel('Search customer, product or order id').fill('meera')
    await page.getByRole('cell', { name: 'Arjun Rao' }).waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('1 order', { exact: true }).waitFor({ state: 'attached' })
    const [download] = await Promise.all([page.waitForEvent('download'), link('Export').click()])
    assert.equal((await readFile(await download.path(), 'utf8')).trim().split('\n').length, 2)
    await link(products[0]!.name).click()
    await told('Total, in test money')
    await button('Copy the address').click()
    await button('Copied').waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const [first = '', ...paper] = (await page.locator('main').innerText()).split(/\n+/)
    assert.match(first, /^Order [0-9a-f]{8}$/)
    for (const line of ['Lamps of Jaipur', products[0]!.name, 'Meera Iyer', 'Bengaluru 560001'])
      assert.ok(paper.includes(line), `${line} is not on the slip`)
    assert.doesNotMatch(paper.join(), /Timeline|Cancel|Copy|₹/)
    assert.equal(await page.getByRole('navigation').count(), 0)
    const ink = await page.evaluate("getComputedStyle(document.querySelector('h1')).color")
    assert.equal(ink, 'rgb(31, 35, 40)', 'dark on white')
    await page.emulateMedia({ media: null, colorScheme: null })
    await button('Cancel order').click()
    await look('Cancel order')
    await told('Mails are not set up on this service yet')
    await inDialog('Go back').click()
    await page.getByRole('main').getByRole('link', { name: 'Orders' }).click()
    await page.waitForURL(/orders\?search=meera$/)
    await link(products[0]!.name).click()
    await button('Send again').click()
    await told('The mail waits until mails are set up, a week at most')
    await told('Mail “Order received” is waiting to be sent')
    await page.getByRole('main').getByRole('link', { name: 'Orders' }).click()
    await page.getByLabel('From', { exact: true }).focus()
    await page.keyboard.type('11112026')
    await page.waitForURL(/from=2026-11-11/)
    await button('Clear filters').click()
    await page
      .getByRole('row', { name: /Arjun Rao/ })
      .getByRole('link')
      .click()
    await button('Start preparing').click()
    await inDialog('Start preparing').click()
    await focusOn('heading', 'Pack and hand over')
  })

  step('sees where an order is once a move came too late', async (seller) => {
    const { page, open, button, link, inDialog, told, owner, store } = seller
    const [first] = (await owner.ask('listOrders', { store, search: 'meera' })).items
    const order = first!.id
    await open(`/orders/${order}`)
    await button('Start preparing').click()
    for (const status of ['processing', 'dispatched'])
      await owner.ask('changeOrderStatus', { store, order, status })
    await inDialog('Start preparing').click()
    await told('Cannot change order status from dispatched to processing.')
    await told('Wait for the delivery')
    await page.keyboard.press('Escape')
    await open('')
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
    const leading = headings.find((heading) => /^(Needs you|Revenue)/.test(heading))
    assert.equal(leading, 'Needs you')
    await link('On its way').click()
    await page.waitForURL(/status=dispatched&from=\d{4}-\d\d-\d\d$/)
    await page.getByRole('status').getByText('1 order', { exact: true }).waitFor({ state: 'attached' })
  })
}
