import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { DASHBOARD_API } from '../../../contract/dashboard.ts'
import { bodyOf, copyOf, editOf, valuesOf } from '../../../dashboard/pages/products/product/product-values.ts'
import { aProduct } from '../../../harness/app/app.ts'
import { openOnEachEngine } from '../../../harness/app/on-each-engine.ts'
import { newOwner } from '../../../harness/shops/dashboard.ts'
import { base64, plain } from '../../../harness/shops/pictures.ts'
import { sweepUnusedImages } from '../../../server/actions/images/sweep-images.ts'
import { placeTestOrder } from '../../../server/actions/orders/place-test-order.ts'
import { rowsOf } from '../../../server/storage/statement.ts'

openOnEachEngine('products in the dashboard', (open) => {
  test('the memory of a large body is released, whether or not its fields are valid', async () => {
    const app = await open()
    const { browser, store } = await newOwner(app)
    const { cookie } = browser
    /** Sent in chunks, each body is lent memory for the largest size: only two fit at once. */
    const create = async (fields: object) => {
      const text = JSON.stringify({ ...aProduct(fields), unknown: 'x'.repeat(300 * 1024) })
      const options = { duplex: 'half', body: new Blob([text]).stream() }
      const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
      const url = `${app.url}${DASHBOARD_API}/stores/${store}/products`
      return (await fetch(url, { method: 'POST', headers, ...options } as RequestInit)).status
    }
    for (let n = 0; n < 3; n++) assert.deepEqual([await create({}), await create({ attempt: 5 })], [200, 400])
  })

  test('a product is created with a picture, read, edited and deleted, each with a line in the log', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    await ask('addCategory', { store, name: 'Lamps' })
    const picture = base64(await plain({ width: 20, height: 10 }).png().toBuffer())
    const { product_id: product } = await ask('createProduct', {
      store,
      ...aProduct({ primary_image: picture, categories: ['Lamps'] }),
    })
    const read = await ask('readProduct', { store, product })
    assert.match(read.product.primary_image!, /\/images\/.*\.png$/)
    assert.match(read.customer_page, new RegExp(`/s/lamps-of-jaipur[^/]*/p/${product}$`))
    await ask('editProduct', { store, product, price: 10, stock: 0 })
    assert.equal((await ask('readProduct', { store, product })).product.origional_price, 10)
    const { product_id: bought } = await ask('createProduct', { store, ...aProduct() })
    await placeTestOrder(app.world, { storeId: store, productId: bought, given: {} })
    assert.equal((await ask('readProduct', { store, product: bought })).active_orders, 1)
    const kept = await call('deleteProduct', { store, product: bought })
    assert.deepEqual([kept.status, kept.body.code], [400, 'product_has_active_orders'])
    app.clock.advance(1000)
    await ask('deleteProduct', { store, product })
    assert.equal((await call('readProduct', { store, product })).status, 404)
    const { items } = await ask('listAudit', { store })
    assert.deepEqual(
      items
        .map(({ action, subject }) => [action, subject])
        .filter(([action]) => action!.startsWith('product')).length,
      4,
    )
    assert.deepEqual(
      [items[0]!.action, items[0]!.subject, items[0]!.actor],
      ['product.deleted', 'Brass lamp', 'Asha'],
    )
  })

  test('a product sent again after its answer was lost is created once', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const attempt = randomUUID()
    const create = (fields: object) => ask('createProduct', { store, ...aProduct(), ...fields })
    const [one, again] = await Promise.all([create({ attempt }), create({ attempt })])
    assert.deepEqual(again, one)
    const { product_id: another } = await create({ attempt: randomUUID() })
    assert.notEqual(another, one.product_id)
    const { items } = await ask('listProducts', { store })
    assert.deepEqual(items.map(({ id }) => id).sort(), [one.product_id, another].sort())
    const log = (await ask('listAudit', { store })).items
    assert.equal(log.filter(({ action }) => action === 'product.created').length, 2)
    const refused = await call('createProduct', { store, ...aProduct(), attempt: 'twice' })
    assert.deepEqual(refused.body.fields, { attempt: 'attempt must be a UUID' })
  })

  test('a copy has all but the stock, and keeps its pictures when the original is deleted and swept', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    const pictures = await Promise.all(
      [20, 21].map(async (width) => base64(await plain({ width, height: 10 }).png().toBuffer())),
    )
    const description = 'Cast by hand. '.repeat(20)
    const { product_id: product } = await ask('createProduct', {
      store,
      ...aProduct({ description, colors: ['Gold'], metadata: { wood: [1] }, internal_note: 'Heavy' }),
      primary_image: pictures[0],
      images: [pictures[1]!],
    })
    const read = async (id: string) => (await ask('readProduct', { store, product: id })).product
    const first = await read(product)
    const values = copyOf(first)
    assert.equal(values.stock, '')
    const { product_id: copy } = await ask('createProduct', { store, ...bodyOf({ ...values, stock: 3 }) })
    const { id: _, created_at: _at, stock, ...second } = await read(copy)
    const { id: _id, created_at: _then, stock: _stock, ...same } = first
    assert.deepEqual(second, same)
    assert.equal(stock, 3)
    await ask('deleteProduct', { store, product })
    app.clock.advance(3 * 60 * 60_000)
    await sweepUnusedImages(app.world)
    for (const url of [second.primary_image!, ...second.images])
      assert.equal((await fetch(url.replace(app.world.publicUrl, app.url))).status, 200)
  })

  test('a short description left empty in the form follows the description, and comes up empty again', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const description = 'Cast by hand. '.repeat(20)
    const { product_id: product } = await ask('createProduct', { store, ...aProduct({ description }) })
    const read = async () => (await ask('readProduct', { store, product })).product
    let kept = await read()
    for (const corrected of [`By hand: ${description}`, 'Brass', description]) {
      const before = valuesOf(kept)
      assert.equal(before.short_description, '')
      const edit = editOf(before, { ...before, description: corrected }, kept)
      await ask('editProduct', { store, product, ...edit })
      const late = await call('editProduct', { store, product, ...edit })
      assert.equal(late.body.code, 'changed_meanwhile')
      kept = await read()
      assert.equal(kept.short_description, corrected.slice(0, 50))
    }
  })

  test('a copy from an old draft cannot use pictures that were swept, and a product may keep its own', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const [main, other] = await Promise.all(
      [22, 23].map(async (width) => base64(await plain({ width, height: 10 }).png().toBuffer())),
    )
    const create = (fields: object) => ask('createProduct', { store, ...aProduct(fields) })
    const read = async (id: string) => (await ask('readProduct', { store, product: id })).product
    const { product_id: first } = await create({ primary_image: main, images: [other!] })
    const draft = bodyOf({ ...copyOf(await read(first)), stock: 3 })
    const { product_id: second } = await create({ name: 'Copper lamp' })
    await ask('deleteProduct', { store, product: first })
    app.clock.advance(3 * 60 * 60_000)
    await sweepUnusedImages(app.world)

    const refusal = async (name: 'createProduct' | 'editProduct', fields: object) =>
      (await call(name, { store, product: second, ...fields } as never)).body.error
    const words = 'is no longer kept here: upload it again, or leave it out'
    assert.equal(await refusal('createProduct', draft), `Primary image ${words}`)
    const { primary_image, images, ...rest } = draft
    assert.equal(await refusal('createProduct', { ...rest, images }), `images[0] ${words}`)
    assert.equal(await refusal('editProduct', { primary_image }), `Primary image ${words}`)
    assert.equal(
      await refusal('editProduct', { images: [main, ...(images as string[])] }),
      `images[1] ${words}`,
    )
    assert.deepEqual((await ask('listProducts', { store })).items.length, 1)

    // The main picture is kept, because the refused edit sent it again.
    const [gone = ''] = images as string[]
    const { pathname } = new URL(gone)
    await rowsOf(app.world.db, (sql) =>
      sql
        .updateTable('products')
        .set({ primary_image: pathname, images: JSON.stringify([pathname]) })
        .where('id', '=', second),
    )
    await ask('editProduct', { store, product: second, primary_image: gone, stock: 7 })
    await ask('editProduct', { store, product: second, images: [gone], stock: 8 })
    assert.equal((await read(second)).stock, 8)
  })

  test("reports every wrong field in the API's own words, and saves nothing", async () => {
    const app = await open()
    const { call, ask, store } = await newOwner(app)
    const { status, body } = await call('createProduct', { store, name: 'ab', price: 0, stock: -1 })
    assert.equal(status, 400)
    assert.equal(body.error, 'name, price, description, and stock are required')
    assert.deepEqual(body.fields, {
      name: 'Name must be between 3 and 30 characters',
      price: 'price must be > 0',
      stock: 'stock must be >= 0',
      description: 'name, price, description, and stock are required',
    })
    const unknown = await call('createProduct', { store, ...aProduct({ categories: ['Nowhere'] }) })
    assert.deepEqual(unknown.body.fields, { categories: 'All categories must be in store categories' })
    assert.deepEqual(await ask('listProducts', { store }), { items: [], next: null })
    assert.deepEqual(
      (await ask('listAudit', { store })).items.map(({ action }) => action),
      ['store.created'],
    )
  })

  test('an edit based on outdated values is refused, one of other fields is not', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const picture = base64(await plain({ width: 20, height: 10 }).png().toBuffer())
    const given = aProduct({ primary_image: picture, metadata: { a: [1], b: {} }, colors: ['Red'] })
    const { product_id: product } = await ask('createProduct', { store, ...given })
    const { primary_image, metadata } = (await ask('readProduct', { store, product })).product
    const was = { price: 499.5, description: 'Cast by hand', metadata, colors: ['Red'], primary_image }
    await ask('editProduct', { store, product, price: 500, stock: 9, was })
    const late = await call('editProduct', { store, product, price: 450, was: { price: 499.5 } })
    assert.deepEqual([late.status, late.body.code], [409, 'changed_meanwhile'])
    assert.equal(
      late.body.error,
      'This was changed elsewhere while it was open here. See what is new, then save again.',
    )
    await ask('editProduct', { store, product, name: 'Lamp', was: { name: 'Brass lamp' } })
    const both = [400, 300].map((price) =>
      call('editProduct', { store, product, price, was: { price: 500 } }),
    )
    assert.deepEqual((await Promise.all(both)).map(({ status }) => status).sort(), [200, 409])

    const { category_id: category } = await ask('addCategory', { store, name: 'Lamps' })
    await ask('renameCategory', { store, category, name: 'Lights', was: { name: 'Lamps' } })
    const renamed = await call('renameCategory', { store, category, name: 'Diyas', was: { name: 'Lamps' } })
    assert.equal(renamed.status, 409)
    const renamings = ['Diyas', 'Lanterns'].map((name) =>
      call('renameCategory', { store, category, name, was: { name: 'Lights' } }),
    )
    assert.deepEqual((await Promise.all(renamings)).map(({ status }) => status).sort(), [200, 409])
  })

  test('lists newest first, page by page, by text, filter and category', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const { category_id: category } = await ask('addCategory', { store, name: 'Clay' })
    const names: string[] = []
    for (let n = 0; n < 7; n++) {
      app.clock.advance(n % 3)
      names.unshift(`Thing 100%_${n}`)
      const fields = { name: names[0], stock: n, is_active: n !== 1, categories: n < 2 ? ['Clay'] : [] }
      await ask('createProduct', { store, ...aProduct(fields) })
    }
    const everyPage = async (query: object) => {
      const seen: string[] = []
      for (let after: string | null | undefined; after !== null; ) {
        const page = await ask('listProducts', { store, limit: 2, ...query, ...(after && { after }) })
        seen.push(...page.items.map(({ name }) => name))
        after = page.next
      }
      return seen.toSorted()
    }
    assert.deepEqual(await everyPage({}), names.toSorted())
    assert.deepEqual(await everyPage({ search: 't' }), names.toSorted())
    assert.deepEqual(await everyPage({ filter: 'low_stock' }), names.slice(1).toSorted())
    assert.deepEqual(await everyPage({ filter: 'active' }), names.filter((_, i) => i !== 5).toSorted())
    const ages = (await ask('listProducts', { store })).items.map(({ created_at }) => created_at)
    assert.deepEqual(ages, ages.toSorted().reverse())
    const found = async (query: object) =>
      (await ask('listProducts', { store, ...query })).items.map(({ name }) => name.at(-1)).sort()
    assert.deepEqual(await found({ search: 'THING 100%_4' }), ['4'])
    assert.deepEqual(await found({ search: 'thi' }), ['0', '1', '2', '3', '4', '5', '6'])
    assert.deepEqual(await found({ search: 'clay thing' }), ['0', '1'])
    assert.deepEqual(await found({ search: 'hing' }), [])
    assert.deepEqual(await everyPage({ search: 't thing', filter: 'low_stock' }), names.slice(1).toSorted())
    assert.deepEqual(await found({ search: '%' }), [])
    assert.deepEqual(await found({ search: 'thing', filter: 'low_stock', category }), ['0', '1'])
    assert.deepEqual(await found({ search: 'thing', filter: 'active', category }), ['0'])
    assert.deepEqual(await found({ filter: 'hidden' }), ['1'])
    assert.deepEqual(await found({ filter: 'out_of_stock' }), ['0'])
    assert.deepEqual(await found({ filter: 'low_stock' }), ['0', '1', '2', '3', '4', '5'])
    assert.deepEqual(await found({ category }), ['0', '1'])
    assert.deepEqual(await found({ category: randomUUID() }), [])
    assert.equal((await call('listProducts', { store, filter: 'x' })).status, 400)
    for (const query of [{}, { search: 'x' }, { filter: 'low_stock' }]) {
      assert.equal((await call('listProducts', { store, ...query, after: "1_' or 1=1" })).status, 400)
    }
    const [heading, id] = ['word x\0', `${randomUUID()}\0`]
    for (const parts of [
      [false, heading, 1, randomUUID()],
      [false, 'word x', 1, id],
      [false, 'hidden word x', 1, randomUUID()],
      [true, 'word x', 1, randomUUID()],
    ]) {
      const after = Buffer.from(JSON.stringify(parts)).toString('base64url')
      const { status, body } = await call('listProducts', { store, search: 'x', after })
      assert.deepEqual([status, body.error], [400, 'This page of the list is not known'], parts.join())
    }
  })
})
