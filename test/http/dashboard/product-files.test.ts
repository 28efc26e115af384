import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { pino } from 'pino'
import { CsvReader } from '../../../contract/csv.ts'
import { IMPORT_CELLS_MOST } from '../../../contract/dashboard/products.ts'
import { aProduct, startTestApp } from '../../../harness/app/app.ts'
import { openOnEachEngine } from '../../../harness/app/on-each-engine.ts'
import { newOwner } from '../../../harness/shops/dashboard.ts'
import { openPage } from '../../../harness/shops/page.ts'
import { placeTestOrder } from '../../../server/actions/orders/place-test-order.ts'
import { importProducts } from '../../../server/actions/products/import-products.ts'
import { stockInvariant } from '../../../server/storage/invariants/stock.ts'
import { findOffenders } from '../../../server/storage/invariants.ts'
import { rowsOf } from '../../../server/storage/statement.ts'

openOnEachEngine('products in files', (open) => {
  test('the later of two rows of one product in a file wins', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    const { product_id: product } = await ask('createProduct', { store, ...aProduct() })
    for (let round = 0; round < 10; round++) {
      const rows = Array.from({ length: 8 }, (_, n) => {
        const id = n % 2 ? product.toUpperCase() : product
        return [id, 'Lamp', '5', 'Cast by hand.', String(n)]
      })
      const titles = ['id', 'name', 'price', 'description', 'stock']
      const part = { store, import_id: randomUUID(), first_row: 2, titles, rows }
      assert.equal((await ask('importProducts', part)).updated, 8)
      assert.equal((await ask('readProduct', { store, product })).product.stock, 7)
    }
  })

  test('an export can be imported again, and none of its cells is a formula', async () => {
    const app = await open()
    const { ask, send, store } = await newOwner(app)
    await ask('addCategory', { store, name: '=Lamps | "x"' })
    const fields = {
      name: '=HYPERLINK("evil")',
      description: `+1\r\n@sum ${'long '.repeat(30)}`,
      variations: ['a | b', 'c\\', ' d', 'e ', '\\ '],
      categories: ['=Lamps | "x"'],
      images: ['https://example.com/1.jpg', 'https://example.com/2.jpg?a|b'],
      custom_questions: [{ question: 'Name, please?', type: 'text' as const }],
      metadata: { a: [1, { b: null }] },
      is_sale: true,
      internal_note: "'=kept",
    }
    const { product_id: product } = await ask('createProduct', { store, ...aProduct(fields) })
    const before = (await ask('readProduct', { store, product })).product
    const response = await send('GET', `/dashboard/api/stores/${store}/products.csv`)
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.match(response.headers.get('content-disposition')!, /^attachment/)
    const file = response.text
    assert.doesNotMatch(file.slice(1), /(^|,)"[=+\-@]/m)

    const [titles, row] = new CsvReader().push(file) as [string[], string[]]
    await ask('editProduct', {
      store,
      product,
      name: 'Changed',
      variations: [],
      is_sale: false,
      metadata: {},
    })
    const part = { store, import_id: randomUUID(), first_row: 1, titles, rows: [row] }
    assert.deepEqual(await ask('importProducts', part), { created: 0, updated: 1, refused: [] })
    const after = (await ask('readProduct', { store, product })).product
    assert.deepEqual(after, before)

    const copy = row.with(0, '').with(1, 'A copy of it')
    const wrong = copy.with(titles.indexOf('price'), '10,50')
    const sentence =
      'price 10,50 can be read in two ways: write decimals as 10.50, and commas only between thousands, as in 1,23,456'
    assert.deepEqual(await ask('importProducts', { ...part, import_id: randomUUID(), rows: [copy, wrong] }), {
      created: 1,
      updated: 0,
      refused: [{ row: 2, name: 'A copy of it', sentence }],
    })
  })

  test('are neither exported nor logged as exported by a HEAD request', async () => {
    const app = await open()
    const { ask, send, store } = await newOwner(app)
    const { status } = await send('HEAD', `/dashboard/api/stores/${store}/products.csv`)
    const { items } = await ask('listAudit', { store })
    assert.deepEqual([status, items.map(({ action }) => action)], [404, ['store.created']])
  })

  test('pieces sold after the export stay sold, however often its file is imported', async () => {
    const app = await open()
    const { ask, send, store } = await newOwner(app)
    const { product_id: product } = await ask('createProduct', { store, ...aProduct({ stock: 3 }) })
    const buy = () => placeTestOrder(app.world, { storeId: store, productId: product, given: {} })
    await buy()
    const file = await (await send('GET', `/dashboard/api/stores/${store}/products.csv`)).text
    const [titles, row] = new CsvReader().push(file) as [string[], string[]]
    assert.equal(row[titles.indexOf('stock_at_export')], '2 (1 sold)')
    const twice = async (stock: string, then?: string) => {
      const cells = row.with(titles.indexOf('description'), 'New').with(titles.indexOf('stock'), stock)
      const rows = [then === undefined ? cells : cells.with(titles.indexOf('stock_at_export'), then)]
      const part = { store, import_id: randomUUID(), first_row: 1, titles, rows }
      const { refused } = await ask('importProducts', part)
      await ask('importProducts', part)
      const kept = (await ask('readProduct', { store, product })).product
      return [kept.stock, ...refused.map(({ sentence }) => sentence)]
    }
    await buy()
    await buy()
    assert.deepEqual(await twice('2'), [0])
    assert.deepEqual(await twice('5'), [3])
    assert.deepEqual(await twice('2'), [3], 'the file only repeats the stock at its export')
    assert.deepEqual(await twice('1'), [3, 'stock cannot be 1: 2 were sold since the file was exported'])
    assert.deepEqual(await twice('2', '3'), [
      3,
      'stock_at_export must be as it was exported, as in "3 (14 sold)", or empty to set the stock as it is written',
    ])
    assert.deepEqual(await twice('7', ''), [7], 'as a file without that column')
    const { first } = await findOffenders(app.world.db, stockInvariant, { now: app.world.now() })
    assert.deepEqual(first, [])
  })

  test('imported products are listed in the order of the file, whatever order its parts come in', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    const titles = ['name', 'price', 'description', 'stock']
    const names = Array.from({ length: 90 }, (_, n) => `Lamp ${n + 1}`)
    const rows = names.map((name) => [name, '5', 'Cast by hand.', '2'])
    const file = { store, import_id: randomUUID(), rows_in_all: 90, titles }
    await ask('createProduct', { store, ...aProduct({ name: 'From before' }) })
    app.clock.advance(60_000)
    for (const from of [0, 30, 0, 60]) {
      await ask('importProducts', { ...file, first_row: from + 1, rows: rows.slice(from, from + 30) })
      app.clock.advance(5000)
    }
    await ask('createProduct', { store, ...aProduct({ name: 'From then on' }) })
    const { items } = await ask('listProducts', { store, limit: 100 })
    assert.deepEqual(
      items.map(({ name }) => name),
      ['From then on', ...names, 'From before'],
    )
    const { slug } = await ask('readSettings', { store })
    const { html } = await openPage(app, `/s/${slug}`)
    const shown = [...html.matchAll(/class="name">([^<]*)</g)].map(([, name]) => name)
    assert.deepEqual(shown.slice(1), names.slice(0, shown.length - 1))
    const begun = app.world.now()
    const far = { ...file, import_id: randomUUID(), first_row: 9e15, rows_in_all: 9e15 }
    await ask('importProducts', { ...far, rows: [['Lamp far below', '5', 'Cast by hand.', '2']] })
    const last = (await ask('listProducts', { store, limit: 100, search: 'far' })).items[0]
    assert.equal(last?.created_at, new Date(begun - 1_000_000).toISOString())
  })

  test('an import reports which rows it refused and why, and creates nothing twice', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const titles = ['Name', 'price', 'description', 'stock', 'is_sale', 'categories', 'primary_image', 'id']
    const rows = [
      ['Clay pot', '1,250.50', 'Red', '3', 'yes', '', 'https://example.com/pot.jpg', ''],
      ['Clay pot', 'free', 'Red', '3', '', '', '', ''],
      ['Clay pot', '10', '', '3', 'perhaps', '', '', ''],
      ['Clay pot', '10', '', '3', '', 'Nowhere | There', '', ''],
      ['Clay pot', '10', '', '3', '', '', 'iVBORw0KGgo=', ''],
      ['Clay pot', '10', '', '3', '', '', '', randomUUID()],
      ['', '10', '', '3', '', '', '', ''],
      ['Clay pot'],
    ]
    const part = { store, import_id: randomUUID(), first_row: 11, rows_in_all: 18, titles, rows }
    const outcome = await ask('importProducts', part)
    assert.deepEqual(
      outcome.refused.map(({ row, sentence }) => [row, sentence]),
      [
        [12, 'price must be a number'],
        [13, 'is_sale must be a boolean'],
        [14, 'All categories must be in store categories: Nowhere, There'],
        [15, 'Primary image must be an image URL or a base64 JPEG, PNG, WebP, GIF or AVIF'],
        [16, 'Product not found or does not belong to this store'],
        [17, 'name, price, description, and stock are required'],
        [18, 'name, price, description, and stock are required'],
      ],
    )
    assert.equal(outcome.created, 1)
    await ask('importProducts', part)
    await ask('importProducts', { ...part, first_row: 1, rows: [['Clay pot']] })
    const { items: log } = await ask('listAudit', { store })
    assert.deepEqual(
      log.flatMap(({ action, subject }) => (action === 'products.imported' ? [subject] : [])),
      ['a file of 18 rows'],
    )
    const beyond = await call('importProducts', { ...part, rows_in_all: 17 })
    assert.deepEqual(beyond.body.fields, { rows_in_all: 'Row 18 is not in a file of 17 rows' })
    const { items } = await ask('listProducts', { store })
    assert.deepEqual(
      items.map(({ name, price, is_sale }) => [name, price, is_sale]),
      [['Clay pot', 1250.5, true]],
    )
    assert.equal((await call('importProducts', { ...part, titles: ['x'] })).status, 400)
    const own = ['Product name', 'MRP', 'description', 'Quantity']
    const jug = [['Clay jug', '5', '', '2']]
    const file = { store, import_id: randomUUID(), first_row: 1, titles: own, rows: jug }
    assert.deepEqual(await ask('importProducts', file), { created: 1, updated: 0, refused: [] })
    const many = Array.from({ length: 201 }, () => ['a'])
    assert.equal((await call('importProducts', { ...part, rows: many })).status, 400)
  })

  test('an import yields to other work between its rows, also if it refuses them all', async () => {
    const { world } = await open()
    const [storeId, importId] = [randomUUID(), randomUUID()]
    const rows = Array.from({ length: 40 }, () => ['Lamp', 'dear'])
    let turns = 0
    const count = () => {
      turns++
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    const part = { storeId, importId, begunAt: world.now(), firstRow: 2, titles: ['name', 'price'], rows }
    const { refused } = await importProducts(world, part)
    clearImmediate(counting)
    assert.equal(refused.length, 40)
    assert.ok(turns > 35, `${turns} turns`)
  })

  test('every cell of the widest allowed part is read', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    const wide = (...cells: string[]) => [
      ...Array.from({ length: IMPORT_CELLS_MOST / 2 - cells.length }, () => ''),
      ...cells,
    ]
    const titles = wide('name', 'price', 'description', 'stock')
    const rows = [wide('Clay pot', '10', 'Red', '3'), wide('Clay jug', '5', '', '2')]
    const part = { store, import_id: randomUUID(), first_row: 1, titles, rows }
    assert.deepEqual(await ask('importProducts', part), { created: 2, updated: 0, refused: [] })
  })
})

test('a file that cannot be read to its end is cut off, and the log says why', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  await using app = await startTestApp({}, { log })
  const { ask, send, store } = await newOwner(app)
  const { product_id } = await ask('createProduct', { store, ...aProduct() })
  await rowsOf(app.world.db, (sql) =>
    sql.updateTable('products').set({ variations: 'damaged' }).where('id', '=', product_id).returning('id'),
  )
  await assert.rejects(send('GET', `/dashboard/api/stores/${store}/products.csv`))
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).msg),
    ['A request failed unexpectedly'],
  )
})
