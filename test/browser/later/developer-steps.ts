import assert from 'node:assert/strict'
import { placeTestOrder } from '../../../server/actions/orders/place-test-order.ts'
import { losesAnswers } from '../../help/browser/seller-window.ts'
import type { Step } from './seller.ts'

/** Collects the words that change in the open dialog. */
const WATCH_WORDS = `
  globalThis.newWords = []
  new MutationObserver((changes) => newWords.push(...changes.map(({ target }) => target.data)))
    .observe(document.querySelector('[role=dialog]'), { subtree: true, characterData: true })`

export function developerSteps(step: Step) {
  step('tests, inspects, replays and disables a webhook, on a phone in dark mode', async (seller) => {
    const {
      app,
      page,
      open,
      onPhone,
      button,
      dialog,
      inDialog,
      look,
      told,
      hold,
      divert,
      reach,
      focusOn,
      owner,
      store,
      products,
      receiver,
    } = seller
    await onPhone()
    const { webhook_id, secret } = await owner.ask('addWebhook', { store, url: receiver.url })
    await placeTestOrder(app.world, { storeId: store, productId: products[1]!.id, given: {} })
    await receiver.waitFor(1)
    await open(`/developer/webhooks/${webhook_id}`)
    const places = page.getByRole('navigation', { name: 'Main' })
    assert.deepEqual(await places.locator('[aria-current]').allTextContents(), ['Developer'])
    await button('Send a test').click()
    await dialog().getByText('Your server answered 200').waitFor()
    await look('Test message')
    await page.keyboard.press('Escape')
    await button('Find the fault').click()
    await dialog().getByText('Everything between us and your server works.').waitFor()
    await look('What the doctor found')
    await page.keyboard.press('Escape')
    const others = async (name: string) => {
      await button('More actions').click()
      await page.getByRole('menuitem', { name }).click()
    }
    await others('Show secret')
    assert.equal(await dialog().getByRole('status').textContent(), secret)
    await look('The webhook’s secret')
    await inDialog('Done').click()
    await others('Rotate secret')
    await look('Rotate the secret?')
    await dialog().locator(':focus').waitFor()
    await reach('Rotate secret')
    await page.keyboard.press('Enter')
    const rotated = page.getByRole('dialog', { name: 'The new secret' })
    await rotated.locator(':focus').waitFor()
    assert.notEqual(await rotated.getByRole('status').textContent(), secret)
    await inDialog('Done').click()
    await focusOn('button', 'More actions')

    await button('order.created 8').click()
    await dialog().getByText('Answered 200').waitFor()
    await look('Delivery of order.created 8')
    await dialog().getByText('What is sent').click()
    const body = receiver.received[0]!.body
    const shown = dialog().locator('pre').first()
    assert.equal(await shown.textContent(), JSON.stringify(JSON.parse(body), null, 2))
    await dialog().getByText('As sent', { exact: true }).click()
    assert.equal(await shown.textContent(), body)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await inDialog('Copy as sent').click()
    await inDialog('Copied').waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), body)
    await page.context().clearPermissions()
    await look('Delivery of order.created 8')
    await page.keyboard.press('Escape')
    await focusOn('button', 'order.created 8')
    const sent = receiver.received.length
    const heldBack = await hold('**/deliveries/8/replay')
    await button('Send again: 8').click()
    await page.getByRole('button', { name: 'Send again: 8', disabled: true }).waitFor()
    await heldBack()
    await told('It is sent again now')
    await receiver.waitFor(sent + 1)
    const connect = await divert('**/deliveries/8/replay', (route) => route.abort('internetdisconnected'))
    await button('Send again: 8').click()
    await page.getByRole('row', { name: 'order.created 8' }).getByRole('alert').waitFor()
    await connect()
    await button('Send a period again').click()
    const letGo = await hold('**/replay*')
    await inDialog('Count first').click()
    await dialog().getByRole('switch').click()
    await letGo()
    await inDialog('Count first').click()
    await dialog().getByText('8 events will be sent.').waitFor()
    await look('Send a period again')
    await inDialog('Send 8 events').click()
    await receiver.waitFor(sent + 9)
    await others('Switch off')
    await look('Switch this webhook off?')
    await inDialog('Switch off').click()
    for (const again of ['Send again: 8', 'Send a period again'])
      await page.getByRole('button', { name: again, disabled: true }).waitFor()
    const turned = await hold('**/webhooks/*')
    await button('Switch on').click()
    await page.getByRole('button', { name: 'Switch on', disabled: true }).waitFor()
    await turned()
    await page.getByRole('button', { name: 'Send again: 8', disabled: false }).waitFor()
    const webhook = page.url().split('/').at(-1)!
    await owner.ask('switchWebhook', { store, webhook, enabled: false })
    await button('Send again: 8').click()
    await button('Switch on').waitFor()
    await page.getByRole('row', { name: 'order.created 8' }).getByRole('alert').waitFor()
    await button('Switch on').click()
    await page.getByRole('button', { name: 'Send again: 8', disabled: false }).waitFor()
    assert.equal(await page.getByRole('table').getByRole('alert').count(), 0)
    await others('Remove')
    await look('Remove this webhook?')
    await inDialog('Remove').click()
    await told('Webhook removed')
  })

  step('adds a webhook and replaces the key', async (seller) => {
    const { page, open, button, dialog, inDialog, look, told, hold, divert, reach, focusOn } = seller
    const { owner, store, receiver } = seller
    await open('/developer')
    await button('Generate key').dblclick()
    await look('Your new key')
    const { items } = await owner.ask('listAudit', { store })
    assert.equal(items.filter(({ action }) => action === 'key.generated').length, 1)
    await inDialog('Done').click()
    await dialog().waitFor({ state: 'detached' }) // closing it restores the focus
    await button('Generate a new key').click()
    await look('Generate a new key?')
    await dialog().locator(':focus').waitFor()
    const { api_key } = await owner.ask('generateKey', { store })
    await inDialog('Generate a new key').click()
    await dialog().getByText('A key was generated elsewhere').waitFor()
    await dialog()
      .getByText(`ends in ${api_key.slice(-4)}`)
      .waitFor()
    const again = dialog().getByRole('button', { name: 'Generate a new key', disabled: false })
    await again.waitFor()
    const letGo = await hold('**/key')
    await again.focus()
    await page.keyboard.press('Enter')
    await dialog().getByRole('button', { name: 'Go back', disabled: true }).waitFor()
    await page.keyboard.press('Escape')
    await letGo()
    await page.getByRole('dialog', { name: 'Your new key' }).locator(':focus').waitFor()
    await reach('Done')
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await focusOn('button', 'Generate a new key')
    await button('Add webhook').click()
    await look('Add a webhook')
    await page.keyboard.press('Escape')
    await focusOn('button', 'Add webhook')
    await button('Add webhook').click()
    await dialog().getByLabel('Address of your server').fill(receiver.url)
    const clear = await divert('**/webhooks', losesAnswers)
    await inDialog('Add webhook').click()
    await told('The server cannot be reached')
    await page.locator('main').getByText(receiver.url).waitFor()
    await clear()
    await open('/developer/webhooks/unknown')
    assert.equal(await page.locator('main').count(), 1)
    await open('/unknown')
    await page.locator('main h1').getByText('There is nothing here').waitFor()
    assert.equal(await page.locator('main').count(), 1)
  })

  step('finds the webhooks still in their place when the key is read late', async (seller) => {
    const { page, load, goTo, button, hold } = seller
    await page.setViewportSize({ width: 360, height: 780 })
    await load('/orders')
    const letGo = await hold('**/key')
    const listed = page.waitForResponse('**/webhooks')
    await goTo('Developer')
    await (await listed).finished()
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
    await page.getByRole('table', { name: 'Requests in the last hour' }).waitFor()
    assert.equal(await button('Add webhook').count(), 0)
    await letGo()
    await button('Add webhook').waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  step('reads nothing about another key while the dialog fades away', async (seller) => {
    const { page, load, button, inDialog, owner, store } = seller
    await owner.ask('generateKey', { store })
    await load('/developer')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await button('Generate a new key').click()
    await page.getByText('stops working at once').waitFor()
    await page.evaluate(WATCH_WORDS)
    await inDialog('Generate a new key').click()
    await page.getByRole('dialog', { name: 'Your new key' }).waitFor()
    assert.deepEqual(await page.evaluate('newWords'), [])
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await button('Done').click()
  })
}
