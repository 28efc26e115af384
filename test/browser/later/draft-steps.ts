import assert from 'node:assert/strict'
import { seriousFaults } from '../../../harness/browser/chromium.ts'
import { join, newPerson, PASSWORD } from '../../../harness/shops/dashboard.ts'
import { plain } from '../../../harness/shops/pictures.ts'
import { losesAnswers, sellerWindow } from '../../help/browser/seller-window.ts'
import type { Step } from './seller.ts'

/** Simulates pasting. */
const paste = (field: EventTarget, text: string) => {
  const copied = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { getData: () => text },
  })
  field.dispatchEvent(copied)
}

/** Adds a field to the draft, as another tab with the same form does. */
const keptElsewhere = (form: string, mine: object, was: object) => `{
  const key = Object.keys(localStorage).find((each) => each.endsWith('${form}'))
  const draft = JSON.parse(localStorage[key])
  Object.assign(draft.mine, ${JSON.stringify(mine)})
  Object.assign(draft.was, ${JSON.stringify(was)})
  localStorage[key] = JSON.stringify(draft)
}`

/** Makes writes fail, as in a browser whose storage is full. */
const NO_ROOM = `IDBObjectStore.prototype.put = () => {
  throw new DOMException('', 'QuotaExceededError')
}`

const NO_ROOM_AT_ALL = NO_ROOM.replace('IDBObjectStore.prototype.put', 'Storage.prototype.setItem')

/** By how much a scroll of the page moves the menu of the rail, before any script can put it back. */
const MENU_MOVED_BY = `(() => {
  const top = () => document.querySelector('[role=menu]').getBoundingClientRect().top
  const before = top()
  scrollBy(0, -50)
  return top() - before
})()`

/** The colours behind the option that Enter takes, and behind its list. */
const GROUNDS_OF_OPTION = `['[data-combobox-selected]', '.mantine-MultiSelect-dropdown'].map(
  (part) => getComputedStyle(document.querySelector(part)).backgroundColor,
)`

const BROUGHT_BACK = 'We brought back what you had entered here before.'

export function draftSteps(step: Step) {
  step('opens a store, and begins an invitation, in a browser whose storage is full', async (seller) => {
    const { app, chromium, owner, storeUrl } = seller
    const { page } = await chromium.open()
    const { enterWith, load } = sellerWindow(page, storeUrl)
    await enterWith(owner.browser.cookie)
    await page.addInitScript(NO_ROOM_AT_ALL)
    await load('/products')
    await page.goto(`${app.url}/dashboard/join`)
    await page.getByRole('heading', { name: 'Join a store' }).waitFor()
    await page.goto(`${app.url}/dashboard/join#older`)
    await page.getByText('This link has been used or has run out').waitFor()
    await page.context().close()
  })

  step(
    'finds drafted texts and pictures again after the session ended and the page was reloaded',
    async (seller) => {
      const { page, open, button, inDialog, told, focusOn, owner } = seller
      const name = page.getByLabel('Name', { exact: true })
      const picture = page.getByRole('img', { name: 'Main picture' })
      await open('/products/new')
      await name.fill('Half a lamp')
      await page.evaluate(keptElsewhere('new-product', { name: 'A vase', stock: 4 }, { name: '', stock: '' }))
      const buffer = await plain({ width: 120, height: 120 }, '#c2541b').png().toBuffer()
      await page.locator('input[type=file]').setInputFiles([
        { name: 'lamp.png', mimeType: 'image/png', buffer },
        { name: 'side.png', mimeType: 'image/png', buffer },
        { name: 'phone.heic', mimeType: 'image/heic', buffer },
      ])
      await picture.waitFor()
      await told('phone.heic is a HEIC picture')
      await button('Make main: Picture 1').waitFor()
      await button('Remove: Picture 1').click()
      await focusOn('heading', 'Pictures')
      await page.evaluate(NO_ROOM)
      await page.locator('input[type=file]').setInputFiles({ name: 'c.png', mimeType: 'image/png', buffer })
      await button('Remove: Picture 1').waitFor()
      await button('Add a question').click()
      await focusOn('textbox', 'Question 1')
      await button('Remove question 1').click()
      await focusOn('heading', 'Questions to the customer')
      await page.getByRole('switch', { name: 'Mark as on sale', exact: true }).waitFor()
      await page.context().clearCookies()
      await page.reload()
      await page.getByRole('heading', { name: 'Sign in to Haat' }).waitFor()
      await page.getByLabel('E-mail address').fill(owner.email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await button('Sign in').click()
      await told(BROUGHT_BACK)
      assert.equal(await name.inputValue(), 'Half a lamp')
      assert.equal(await page.getByLabel('Stock', { exact: true }).inputValue(), '', 'of another product')
      await picture.waitFor()
      assert.equal(await button('Remove: Picture 1').count(), 0)
      assert.equal(await picture.getAttribute('src'), `data:image/png;base64,${buffer.toString('base64')}`)
      await button('Start again').click()
      await inDialog('Keep it').click()
      assert.equal(await name.inputValue(), 'Half a lamp')
      await button('Start again').click()
      await inDialog('Discard').click()
      await focusOn('heading', 'What it is')
      assert.equal(await name.inputValue(), '')
      await page.reload()
      await name.waitFor()
      assert.equal(await picture.count(), 0)
      await name.fill('Half a lamp')
      await page.evaluate(keptElsewhere('new-product', { name: 'A vase' }, {}))
      await name.fill('')
      await page.reload()
      await told(BROUGHT_BACK)
      assert.equal(await name.inputValue(), 'A vase')
      await name.fill('')
    },
  )

  step('keeps the selling price in step with the price, and is warned if it is higher', async (seller) => {
    const { page, open, button, inDialog, told, divert, owner, store, products } = seller
    const product = products[3]!.id
    const prices = async () => {
      const { origional_price, current_price } = (await owner.ask('readProduct', { store, product })).product
      return [origional_price, current_price]
    }
    const price = page.getByLabel('Price (MRP)')
    await open(`/products/${product}`)
    await price.evaluate(paste, 'Rs. 600/-')
    await told('Empty: customers pay the price, ₹600.00.')
    await page.context().setOffline(true)
    await page.setViewportSize({ width: 360, height: 780 })
    await button('Save').click()
    const alert = page.getByRole('alert').getByText('The server cannot be reached')
    await alert.waitFor()
    const { y } = (await alert.boundingBox())!
    assert.ok(y > 0 && y < 700, `the failure stands at ${y} of 780`)
    await page.context().setOffline(false)
    await page.setViewportSize({ width: 1280, height: 800 })
    await button('Save').click()
    await told('Product saved')
    assert.deepEqual(await prices(), [600, 600])
    await page.getByLabel('Selling price').fill('600')
    await button('Save').click()
    await told('Product saved')
    await page.getByLabel('Stock', { exact: true }).fill('12')
    const clear = await divert(`**/products/${product}`, async (route) => {
      const response = await route.fetch()
      if (route.request().method() === 'PUT')
        await owner.ask('editProduct', { store, product, stock: 9, was: {} })
      await route.fulfill({ response })
    })
    await button('Save').click()
    await told('Product saved')
    await clear()
    await page.locator('input[name=stock][value="9"]').waitFor()
    await page.getByLabel('Stock', { exact: true }).fill('')
    await button('Save').click()
    await told('Stock is needed')
    await page.getByLabel('Selling price').fill('500')
    await price.fill('300')
    await told('In India nothing may be sold for more than its MRP.')
    await button('Discard').click()
    await inDialog('Discard').click()
  })

  step('goes on typing while a save is under way, and loses none of it', async (seller) => {
    const { page, open, goTo, button, look, told, hold, owner, store, products } = seller
    const product = products[5]!.id
    const note = page.getByLabel('Internal note')
    await open(`/products/${product}`)
    await note.fill('Polish it')
    const letGo = await hold(`**/products/${product}`)
    await button('Save').click()
    await note.fill('Polish it twice')
    await letGo()
    await told('Product saved')
    await told('Not saved yet')
    assert.equal(await note.inputValue(), 'Polish it twice')
    await page.reload()
    await told(BROUGHT_BACK)
    assert.equal(await note.inputValue(), 'Polish it twice')
    assert.equal(await page.getByText('Changed elsewhere').count(), 0)
    const saveIt = await hold(`**/products/${product}`)
    await button('Save').click()
    assert.ok(await button('Start again').isDisabled())
    await goTo('Orders')
    await look('Leave while it is being saved?')
    await saveIt()
    await told('Product saved')
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
    assert.equal(
      (await owner.ask('readProduct', { store, product })).product.internal_note,
      'Polish it twice',
    )
  })

  step('leaves a product during its save, and finds nothing unsaved there later', async (seller) => {
    const { page, open, load, goTo, button, inDialog, told, divert, products } = seller
    const product = products[5]!.id
    const [saved, come] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await load(`/products/${product}`)
    const note = page.getByLabel('Internal note')
    await note.fill('Polish it thrice')
    const clear = await divert(`**/{products/${product},assets/team*}`, async (route) => {
      if (route.request().method() === 'PUT') await saved.promise
      if (route.request().url().includes('/assets/')) await come.promise
      await route.continue()
    })
    await button('Save').click()
    await goTo('Team')
    await inDialog('Leave').click()
    saved.resolve()
    await told('Product saved')
    come.resolve()
    await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor()
    await clear()
    await open(`/products/${product}`)
    assert.equal(await note.inputValue(), 'Polish it thrice')
    assert.equal(await page.getByText(BROUGHT_BACK).count(), 0)
  })

  step('adds a product once though its answer was lost, and keeps what was typed since', async (seller) => {
    const { page, open, button, told, hold, divert, owner, store } = seller
    const note = page.getByLabel('Internal note')
    await open('/products/new')
    const typed = { Name: 'Lost lamp', Description: 'Brass', 'Price (MRP)': '90', Stock: '4' }
    for (const [label, value] of Object.entries(typed))
      await page.getByLabel(label, { exact: true }).fill(value)
    const clear = await divert('**/products', losesAnswers)
    await button('Add product').click()
    await told('The server cannot be reached')
    await clear()
    await page.reload()
    await told(BROUGHT_BACK)
    const letGo = await hold('**/products')
    await button('Add product').click()
    await note.fill('Polish it')
    await letGo()
    await told('Product added. What you typed since is still to be saved.')
    await page.getByRole('heading', { name: 'Lost lamp', level: 1 }).waitFor()
    await button('Save').click()
    await told('Product saved')
    assert.equal(await note.inputValue(), 'Polish it')
    const found = await owner.ask('listProducts', { store, search: 'Lost lamp' })
    assert.equal(found.items.length, 1)
    const product = found.items[0]!.id
    assert.equal((await owner.ask('readProduct', { store, product })).product.internal_note, 'Polish it')
    await owner.ask('deleteProduct', { store, product })
  })

  step(
    'leaves a product while it is being added, and finds it complete, without a leftover draft',
    async (seller) => {
      const { page, open, load, goTo, button, inDialog, look, told, hold, divert, owner, store } = seller
      await owner.ask('addCategory', { store, name: 'Everyday' })
      await load('/products/new')
      const sent = Promise.withResolvers<void>()
      const clear = await divert('**/categories', (route) => sent.promise.then(() => losesAnswers(route)))
      await page.getByLabel('Name', { exact: true }).fill('Left lamp')
      await page.getByLabel('Description', { exact: true }).fill('Brass')
      await page.getByLabel('Price (MRP)').fill('90')
      await page.getByLabel('Stock', { exact: true }).fill('4')
      const categories = page.getByRole('combobox', { name: 'Categories' })
      await categories.fill('Festive')
      await page.getByRole('option', { name: 'Festive' }).click()
      // Use the keyboard: a click would scroll first, and the list closes when its field leaves the view.
      await categories.fill('Every')
      await page.locator('[role=option][data-combobox-selected]').getByText('Everyday').waitFor()
      await page.emulateMedia({ forcedColors: 'active' })
      const [option, list] = await page.evaluate<string[]>(GROUNDS_OF_OPTION)
      assert.notEqual(option, list, 'which one Enter takes is seen in the reader’s own colours, too')
      await page.emulateMedia({ forcedColors: null })
      await categories.press('Enter')
      sent.resolve()
      await page.locator('.mantine-MultiSelect-pill').getByText('Festive').waitFor()
      await clear()

      const letGo = await hold('**/products')
      await button('Add product').click()
      await goTo('Orders')
      await look('Leave while it is being saved?')
      await inDialog('Leave').click()
      await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
      await letGo()
      await told('Product added')
      await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
      await open('/products/new')
      assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), '')
      const [left] = (await owner.ask('listProducts', { store, search: 'Left lamp' })).items
      const { product } = await owner.ask('readProduct', { store, product: left!.id })
      assert.deepEqual([product.name, product.categories], ['Left lamp', ['Everyday', 'Festive']])
      await open(`/products/${left!.id}`)
      assert.equal(await page.getByText(BROUGHT_BACK).count(), 0)
      await owner.ask('deleteProduct', { store, product: left!.id })
    },
  )

  step('is asked before signing out discards unsaved changes', async (seller) => {
    const { page, open, inDialog, look, owner } = seller
    await open('/settings')
    await page.getByLabel('Phone number').fill('98')
    await page.getByRole('button', { name: owner.email }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    assert.equal(
      await page.evaluate<number>(MENU_MOVED_BY),
      0,
      'the menu stays in place while the page scrolls',
    )
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await look('Sign out without saving?')
    await inDialog('Go back').click()
    await page.getByLabel('Phone number').fill('')
  })

  step('restores a draft without undoing what others changed meanwhile', async (seller) => {
    const { page, open, button, inDialog, look, told, owner, store, products } = seller
    const product = products[2]!.id
    const note = page.getByLabel('Internal note')
    await open(`/products/${products[4]!.id}`)
    await open(`/products/${product}`)
    await note.fill('Polish it')
    await button('Discard').click()
    await look('Discard what you changed?')
    await inDialog('Keep it').click()
    await open(`/products/${products[4]!.id}`)
    assert.equal(await note.inputValue(), '')
    await open(`/products/${product}`)
    assert.equal(await note.inputValue(), 'Polish it')
    await owner.ask('editProduct', { store, product, stock: 3 })
    await page.reload()
    await told(BROUGHT_BACK)
    await button('Save').click()
    await told('Product saved')
    const saved = (await owner.ask('readProduct', { store, product })).product
    assert.deepEqual([saved.internal_note, saved.stock], ['Polish it', 3])

    await note.fill('Polish it again')
    await page.evaluate(keptElsewhere(product, { stock: 8 }, { stock: 3 }))
    await button('Save').click()
    await told('Product saved')
    await page.reload()
    await told(BROUGHT_BACK)
    assert.equal(await page.getByLabel('Stock', { exact: true }).inputValue(), '8')
    await button('Start again').click()
    await inDialog('Discard').click()
    assert.equal(await note.inputValue(), 'Polish it again')
  })

  step(
    'is told of changes made elsewhere to the same fields, and accepts or overwrites them',
    async (seller) => {
      const { page, open, button, told, owner, store, products } = seller
      const product = products[2]!.id
      const stock = page.getByLabel('Stock', { exact: true })
      const price = page.getByLabel('Price (MRP)')
      await open(`/products/${product}`)
      await stock.fill('20')
      await price.fill('120')
      await owner.ask('editProduct', { store, product, stock: 2, price: 140, name: 'Renamed lamp' })
      await button('Save').click()
      await told('Changed elsewhere while it was open here')
      await told('Price (MRP): now ₹140.00')
      await told('Stock: now 2')
      assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Renamed lamp')
      assert.deepEqual(await seriousFaults(page), [])
      await button('Take what is new').click()
      assert.deepEqual([await stock.inputValue(), await price.inputValue()], ['2', '₹140'])
      assert.equal(await button('Save').isVisible(), false)

      await stock.fill('21')
      await owner.ask('editProduct', { store, product, stock: 1 })
      await page.reload()
      await told('Stock: now 1')
      await button('Save').click()
      await told('Product saved')
      assert.equal((await owner.ask('readProduct', { store, product })).product.stock, 21)
    },
  )

  step('shows no one the drafts of another person on the same phone', async (seller) => {
    const { page, open, owner, app, store, enterWith } = seller
    const other = await newPerson(app, 'Meera')
    await join(app, store, other, 'manager')
    await open('/settings')
    const phone = page.getByLabel('Phone number')
    await phone.fill('98765')
    await enterWith(other.browser.cookie)
    await open('/settings')
    assert.equal(await phone.inputValue(), '')
    await enterWith(owner.browser.cookie)
    await open('/settings')
    assert.equal(await phone.inputValue(), '98765')
    await seller.button('Start again').click()
    await seller.inDialog('Discard').click()
  })
}
