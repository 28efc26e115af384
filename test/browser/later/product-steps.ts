import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { inLargeLetters } from '../../../harness/browser/browser.ts'
import { temporaryFolder } from '../../../harness/services/folder.ts'
import { fromCamera, noise } from '../../../harness/shops/pictures.ts'
import { losesAnswers, watchFields } from '../../help/browser/seller-window.ts'
import type { Step } from './seller.ts'

const CUT_BUTTONS = `Array.from(document.querySelectorAll('form button'))
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ textContent }) => textContent)`

/** Drops CSV files on the page's drop zone, as from a folder. */
const dropFiles = (...names: string[]) => `(() => {
  const dataTransfer = new DataTransfer()
  for (const name of ${JSON.stringify(names)}) dataTransfer.items.add(new File(['Name'], name, { type: 'text/csv' }))
  document.querySelector('input[type=file]').parentElement
    .dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }))
})()`

const BY_KEYBOARD = { name: 'Aladdin', description: 'Old', price: '9', stock: '2' }

export function productSteps(step: Step) {
  step('goes from the overview to a new product and its deletion with the keyboard alone', async (seller) => {
    const { page, load, reach, button, dialog, inDialog, look, told, divert, focusOn } = seller
    await load('')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('#page:focus').waitFor()
    await load('')
    await reach('Products')
    await page.keyboard.press('Enter')
    await focusOn('heading', 'Products')
    await reach('Add product')
    await page.keyboard.press('Enter')
    await focusOn('heading', 'New product')
    for (const [field, value] of Object.entries(BY_KEYBOARD)) {
      await reach(field)
      await page.keyboard.type(value)
    }
    await page.keyboard.press('Enter')
    assert.match(page.url(), /new$/)
    await reach('Add product')
    await page.keyboard.press('Enter')
    await told('Product added')
    await page.getByRole('link', { name: 'Aladdin' }).focus()
    await page.keyboard.press('Enter')
    await focusOn('heading', 'Aladdin')
    await reach('description')
    await page.keyboard.type('er')
    await reach('Delete product')
    await page.keyboard.press('Enter')
    await look('Delete Aladdin?')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await button('Delete product').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await dialog().locator(':focus').waitFor()
    await reach('Delete product')
    const find = await divert('**/products/*', losesAnswers)
    // A dialog takes the focus twice as it opens, and the second time may come as late as this.
    await inDialog('Delete product').press('Enter')
    await dialog().getByText('The server cannot be reached').waitFor()
    await find()
    await inDialog('Delete product').press('Enter')
    await told('Product deleted')
    await focusOn('heading', 'Products')
    assert.equal(await page.getByRole('link', { name: 'Aladdin' }).count(), 0)
    assert.doesNotMatch(await page.evaluate('Object.keys(localStorage).join()'), /haat-draft/)
  })

  step('goes from field to field on a phone, and no bottom bar covers one', async ({ page, open }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await open('/products/new')
    const isAt = () => page.evaluate<[field: string, bar: string | null]>(FIELD_UNDER_BAR)
    const fields: string[] = []
    // Heard from the beginning: a dialog that opens before the browser knows of a listener is told to nobody.
    const offered = page.waitForEvent('filechooser')
    while (fields.at(-1) !== 'Add a pair') {
      await page.keyboard.press('Tab')
      const [at, bar] = await isAt()
      assert.equal(bar, null, `over ${at}`)
      fields.push(at)
      if (at === 'primary_image') await page.keyboard.press('Enter')
    }
    await offered
    assert.ok(fields.includes('primary_image'), 'nor is the one for pictures passed by')
    await page.setViewportSize(MAGNIFIED)
    await open('/products')
    const first = page.getByRole('checkbox').nth(1)
    await first.check()
    await page.getByText('1 chosen').first().waitFor({ state: 'attached' })
    assert.ok(await page.evaluate(IS_FIRST_IN_SIGHT), 'nor a row, where it is magnified four times')
    await first.uncheck()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  step('reads the buttons of unsaved changes in large letters on a small phone', async ({ page, open }) => {
    await page.setViewportSize({ width: 320, height: 780 })
    await open('/products/new')
    await page.getByLabel('Name', { exact: true }).press('L')
    await page.getByRole('button', { name: 'Discard' }).waitFor()
    assert.deepEqual(await inLargeLetters(page, CUT_BUTTONS), [])
    await page.getByLabel('Name', { exact: true }).press('Backspace')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  step('renders only the field that is written in', async ({ page, open }) => {
    // So that the form finds them at once: it renders their field when they come.
    await open('/categories')
    await open('/products/new')
    await page.evaluate(watchFields('form'))
    await page.getByLabel('Name', { exact: true }).press('L')
    await page.getByText('1 so far').waitFor()
    assert.deepEqual(await page.evaluate('[...rendered]'), ['name'])
    await page.getByLabel('Name', { exact: true }).press('Backspace')
  })

  step('pages forwards and back, and exports the products as a file', async (seller) => {
    const { page, open, load, button, link, focusOn, hold, products } = seller
    await open('/products')
    await link(products[0]!.name).waitFor()
    const letGo = await hold('**/products?*')
    await button('Next').click()
    await page.waitForURL(/page=2/)
    await button('Next').click()
    assert.equal(await page.getByText(/^Page 2: /).count(), 0, 'not before its rows are there')
    await letGo()
    await link(products[59]!.name).waitFor()
    assert.match(page.url(), /page=2/)
    await page.getByRole('status').getByText('Page 2: 10 products').waitFor({ state: 'attached' })
    await focusOn('heading', 'Products')
    const further = new URL(page.url()).search.replace('page=2', 'page=3')
    await button('Previous').click()
    await link(products[0]!.name).waitFor()
    await load(`/products${further}`)
    await button('Previous').click()
    await link(products[0]!.name).waitFor()
    const search = page.getByLabel('Search by name')
    await search.fill('lamp ')
    await page.waitForURL(/search=lamp$/)
    await search.pressSequentially('42')
    await link(products[0]!.name).waitFor({ state: 'detached' })
    await link('Lamp 42').waitFor()
    await page.getByRole('status').getByText('1 product', { exact: true }).waitFor({ state: 'attached' })
    const [one] = await Promise.all([page.waitForEvent('download'), link('Export these').click()])
    assert.match(await readFile(await one.path(), 'utf8'), /^[^\n]*\n[^\n]*Lamp 42[^\n]*\n$/)
    await button('Clear the search').click()
    await page.locator('[type=search]:focus').waitFor()
    await link(products[0]!.name).waitFor()

    await load('/products?search=nothing')
    const find = await hold('**/api/**/products')
    await button('Clear the search').click()
    await page.waitForURL(/products$/)
    assert.equal(await page.getByText('Put your first product on the shelf').count(), 0)
    await find()
    await link(products[0]!.name).waitFor()
    assert.equal(await page.locator('[type=search]:focus').count(), 1, 'the field to search in stays')

    const [download] = await Promise.all([page.waitForEvent('download'), link('Export').click()])
    const file = await readFile(await download.path(), 'utf8')
    assert.deepEqual(
      [...file.matchAll(/Lamp \d+/g)].map(([name]) => name),
      products.map(({ name }) => name),
    )
    assert.match(file, /,"'=1\+1",/)
    assert.doesNotMatch(file, /,"?=/)
  })

  step('duplicates a product, puts two on sale at once, deletes one and ends the sale', async (seller) => {
    const { page, open, button, link, dialog, inDialog, look, told, owner, store, products } = seller
    const drafts = () => page.evaluate<string>('Object.keys(localStorage).join()')
    const [first, second] = products as [(typeof products)[number], (typeof products)[number]]
    await open(`/products/${first.id}`)
    await link('Duplicate').click()
    await page.getByLabel('Name', { exact: true }).fill('Lamp again')
    assert.equal(await page.getByLabel('Stock', { exact: true }).inputValue(), '')
    await page.getByLabel('Stock', { exact: true }).fill('4')
    await page.getByLabel('Selling price').fill('95')
    await button('Add product').click()
    await told('Product added')
    for (const name of ['Lamp again', second.name])
      await page.getByRole('checkbox', { name: `Choose ${name}`, exact: true }).check()
    await button('Put on sale').click()
    await look('Put 2 products on sale?')
    await dialog().getByText('One of them sells for less than its price (MRP) now.').waitFor()
    const off = dialog().getByLabel('How much off')
    await off.pressSequentially('१२.५')
    await dialog().getByText('A whole number from 1 to 90').waitFor()
    await off.blur()
    assert.equal(await off.inputValue(), '12.5%')
    assert.ok(await inDialog('Put on sale').isDisabled())
    await off.fill('10')
    await inDialog('Put on sale').click()
    await look('2 products put on sale')
    await inDialog('Done').click()
    await page.getByRole('row', { name: /Lamp again .*₹90/ }).waitFor()
    await link('Lamp again').click()
    await page.getByLabel('Internal note').fill('Polish it')
    await open('/products')
    assert.match(await drafts(), /haat-draft/)
    await page.getByRole('checkbox', { name: 'Choose Lamp again' }).check()
    await button('Delete').click()
    await look('Delete 1 product?')
    await inDialog('Delete').click()
    await look('1 product deleted')
    assert.doesNotMatch(await drafts(), /haat-draft/)
    await inDialog('Done').click()
    await link('Lamp again').waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: `Choose ${second.name}`, exact: true }).check()
    await button('End the sale').click()
    await look('End the sale of 1 product?')
    await dialog().getByText(`${second.name}: ₹90.00 now, ₹100.00 then`).waitFor()
    await inDialog('End the sale').click()
    await look('1 product taken off sale')
    await inDialog('Done').click()
    await page.getByRole('row', { name: new RegExp(`${second.name} .*₹100`) }).waitFor()
    await button('Next').click()
    await page.getByRole('checkbox', { name: `Choose ${products[59]!.name}`, exact: true }).check()
    await button('Hide').click()
    await inDialog('Hide').click()
    await look('1 product hidden')
    await inDialog('Done').click()
    await page.waitForURL(/products$/)
    await owner.ask('changeProducts', { store, products: [products[59]!.id], change: 'show' })
  })

  step('adds an unedited camera picture, and is told what to do with a HEIC', async (seller) => {
    const { page, open, button, told, owner, store, products } = seller
    const product = products[1]!.id
    await open(`/products/${product}`)
    const choose = page.locator('input[type=file]')
    await choose.setInputFiles({
      name: 'IMG_1.HEIC',
      mimeType: 'image/heic',
      buffer: Buffer.from('ftypheic'),
    })
    await told('IMG_1.HEIC is a HEIC picture')
    await using folder = await temporaryFolder()
    await choose.setInputFiles(await fromCamera(join(folder.path, 'lamp.jpg')))
    await page.getByRole('img', { name: 'Main picture' }).waitFor()
    await button('Save').click()
    await told('Product saved')
    const { primary_image } = (await owner.ask('readProduct', { store, product })).product
    const { width, height } = await sharp(await (await fetch(primary_image ?? '')).bytes()).metadata()
    assert.ok(width < height && height >= 1200, `${width} × ${height}`)
  })

  step('loses no picture when the connection breaks while a new product is sent', async (seller) => {
    const { page, open, button, told, owner, store } = seller
    await open('/products/new')
    const typed = { Name: 'Sent lamp', Description: 'Brass', 'Price (MRP)': '90', Stock: '4' }
    for (const [label, value] of Object.entries(typed))
      await page.getByLabel(label, { exact: true }).fill(value)
    const buffers = await Promise.all(
      [400, 401].map((width) => noise({ width, height: 400 }).png().toBuffer()),
    )
    await page
      .locator('input[type=file]')
      .setInputFiles(buffers.map((buffer, i) => ({ name: `${i}.png`, mimeType: 'image/png', buffer })))
    const chosen = buffers.map((buffer) => `data:image/png;base64,${buffer.toString('base64')}`)
    /** Which of them the form holds. */
    const held = async () => {
      await button('Make main: Picture 1').waitFor()
      const shown = await page.evaluate<string[]>(
        "Array.from(document.querySelectorAll('form img'), ({ src }) => src)",
      )
      return shown.map((src) => chosen.indexOf(src))
    }
    assert.deepEqual(await held(), [0, 1])
    subscribe('http.server.request.start', breakUpload)
    await button('Add product').click()
    await told('The server cannot be reached')
    unsubscribe('http.server.request.start', breakUpload)
    assert.deepEqual(await held(), [0, 1])
    await page.reload()
    assert.deepEqual(await held(), [0, 1], 'nor when the page is loaded anew after that')
    await button('Add product').click()
    await told('Product added')
    const { items } = await owner.ask('listProducts', { store, search: 'Sent lamp' })
    assert.equal(items.length, 1)
    const product = items[0]!.id
    const added = (await owner.ask('readProduct', { store, product })).product
    assert.equal([added.primary_image, ...added.images].length, 2)
    await owner.ask('deleteProduct', { store, product })
  })

  step('is asked before leaving a file that is being imported', async (seller) => {
    const { page, open, goTo, button, dialog, inDialog, look, link, told, hold } = seller
    const letGo = await hold('**/api/**/import')
    const warnings: string[] = []
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    await open('/products/import')
    const buffer = Buffer.from(
      'Name;MRP;Description;Stock;Weight\nGenie;Rs. 5/-;Old;1;2 kg\nDjinn;5;Old;few;2 kg',
    )
    const choose = (name: string, mimeType: string) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
    await choose('lamps.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    await told('lamps.xlsx is not a CSV file.')
    await page.evaluate(dropFiles('lamps.csv', 'more-lamps.csv'))
    await told('Choose one file at a time.')
    await page.evaluate('File.prototype.arrayBuffer = () => Promise.reject(Error("It has been moved"))')
    await choose('lamps.csv', 'text/csv')
    await told('lamps.csv cannot be read.')
    await page.evaluate('delete File.prototype.arrayBuffer')
    await choose('lamps.csv', 'text/comma-separated-values')
    assert.deepEqual(warnings, [])
    await told('This column is not known and is left out: Weight')
    await button('Import 2 rows').click()
    await goTo('Categories')
    await look('Stop the import?')
    await inDialog('Stay').click()
    await goTo('Categories')
    await look('Stop the import?')
    await letGo()
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Stock must be a whole number' }).waitFor()
    await link('See the products').click()
    await link('Genie').waitFor()
  })

  step(
    'renames a category in all of its products, and is told how many lose it before deleting it',
    async (seller) => {
      const { page, load, button, dialog, inDialog, look, told, focusOn, divert } = seller
      const { owner, store, products } = seller
      const categories = async () =>
        (await owner.ask('readProduct', { store, product: products[0]!.id })).product.categories
      await load('/categories')
      await button('Rename Lamps').click()
      await dialog().getByText('60 products in it follow at once').waitFor()
      await look('Rename Lamps')
      await dialog().getByLabel('Name of the category').fill('Lights')
      await inDialog('Rename').click()
      await told('Category renamed')
      await focusOn('button', 'Rename Lights')
      assert.deepEqual(await categories(), ['Lights'])
      await button('Delete Lights').click()
      await dialog().getByText('60 products lose this category').waitFor()
      await look('Delete Lights?')
      const [lights] = (await owner.ask('listCategories', { store })).categories
      await owner.ask('renameCategory', { store, category: lights!.id, name: 'Bulbs' })
      await inDialog('Delete').click()
      await told('It was renamed elsewhere while this was open here.')
      await look('Delete Bulbs?')
      assert.deepEqual(await categories(), ['Bulbs'])
      await inDialog('Delete').click()
      await focusOn('heading', 'Sort your shelf')
      assert.deepEqual(await categories(), [])
      await page.getByLabel('Name of the category').fill('Diyas')
      await button('Add category').click()
      await told('Category added')
      await focusOn('textbox', 'Name of the category')
      const added = page.getByRole('alert').filter({ hasText: 'Category added' })
      await added.hover() // it stays as long as it is pointed at
      await page.getByLabel('Name of the category').fill('Wicks')
      await page.keyboard.press('Enter')
      await told('Category added')
      await added.nth(1).waitFor({ state: 'detached' })
      await page.mouse.move(0, 0)
      await page.getByLabel('Name of the category').fill('Candles')
      const clear = await divert('**/categories', losesAnswers)
      await button('Add category').click()
      await told('The server cannot be reached')
      await page.getByRole('cell', { name: 'Candles', exact: true }).waitFor()
      await clear()
    },
  )
}

/** Resets the connection of a product's upload at its first bytes, as when a network goes away. */
function breakUpload(begun: unknown) {
  const { request, socket } = begun as { request: IncomingMessage; socket: Socket }
  if (request.method === 'POST' && request.url?.endsWith('/products'))
    request.once('data', () => socket.resetAndDestroy())
}

/** A laptop's window of 1280 × 1024 at a zoom of 400 %. */
const MAGNIFIED = { width: 320, height: 256 }

/** Whether the first row's checkbox is in sight once it was scrolled to. */
const IS_FIRST_IN_SIGHT = `(() => {
  const box = document.querySelector('tbody input')
  box.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = box.getBoundingClientRect()
  return document.elementFromPoint(left + width / 2, top + height / 2) === box
})()`

/** The focused field, and the text of a bar that covers it. */
const FIELD_UNDER_BAR = `(() => {
  const field = document.activeElement
  const { left, top, width, height } = field.getBoundingClientRect()
  const bar = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('nav, div:has(> [type=submit])')
  return [field.name || field.textContent, bar?.contains(field) ? null : (bar?.textContent ?? null)]
})()`
