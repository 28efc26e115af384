import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { newProduct, type Seller } from '../../harness/shops/orders.ts'
import { openPage } from '../../harness/shops/page.ts'
import { updateProduct } from '../../server/storage/products/products.ts'
import { rowsOf } from '../../server/storage/statement.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

const edit = (seller: Seller, id: string, changes: unknown) =>
  seller.call('PUT', `/api/products/${id}/edit`, changes)
const read = async (seller: Seller, id: string) => (await seller.call('GET', `/api/products/${id}`)).body

onEachEngine((running) => {
  describe('200', () => {
    test('says so, with the headers of every answer', async () => {
      const seller = await newSeller(running.app)
      const id = await newProduct(seller)
      running.clock.advance(1000)
      const { status, body, headers } = await edit(seller, id, { stock: 1 })
      assert.equal(status, 200)
      const [row] = await rowsOf(running.app.world.db, (sql) =>
        sql.selectFrom('products').select('updated_at').where('id', '=', id),
      )
      assert.equal(row?.updated_at, running.clock.now())
      assert.deepEqual(body, { message: 'Product updated successfully' })
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(headers.get('x-api-version'), 'v1')
      assert.equal(headers.get('x-ratelimit-limit'), '20')
      assert.equal(headers.get('x-ratelimit-remaining'), '19')
      assert.equal(headers.get('x-ratelimit-reset'), String(running.clock.now() / 1000 + 60))
    })

    test('a size stored before its limit existed is kept when other fields are edited', async () => {
      const seller = await newSeller(running.app)
      const id = await newProduct(seller)
      const size = ['S', 'x'.repeat(501), 'y'.repeat(2001)]
      await updateProduct(running.app.world.db, seller.store_id, id, { size: JSON.stringify(size) })
      assert.equal((await edit(seller, id, { name: 'Clay lamp', stock: 1 })).status, 200)
      assert.deepEqual((await read(seller, id)).size, size)
      const { html } = await openPage(running.app, `/s/${seller.slug}/p/${id}`)
      const offered = [...html.matchAll(/name="size" value="([^"]*)"/g)].map(([, value]) => value)
      assert.deepEqual(offered, size.slice(0, 2), 'the form offers the choices that fit')
    })

    const before = {
      current_price: 450,
      short_description: 'Short',
      shipping_cost: 5,
      primary_image: 'https://a.example/1.png',
      images: ['https://a.example/2.png'],
      variations: ['Plain'],
      size: ['S'],
      colors: ['Red'],
      categories: ['Lamps'],
      is_sale: true,
      is_active: false,
      custom_questions: [{ question: 'Why?', type: 'text' }],
      internal_note: 'Ours',
      metadata: { a: { b: 1 } },
    }
    const edits: Array<[sent: object, shown?: object]> = [
      [{ name: 'Clay lamp' }],
      [{ price: 600 }, { origional_price: 600 }],
      [{ description: 'New words' }, { long_description: 'New words' }],
      [{ stock: 0 }],
      [{ current_price: 0 }],
      [{ short_description: '' }],
      [{ shipping_cost: 0 }],
      [{ primary_image: 'https://a.example/3.png' }],
      [{ primary_image: null }],
      [{ images: [] }],
      [{ images: ['https://a.example/4.png', 'https://a.example/5.png'] }],
      [{ variations: ['Carved', 'Plain'] }],
      [{ size: [] }],
      [{ colors: ['Blue'] }],
      [{ categories: ['Clay', 'Lamps'] }],
      [{ categories: [] }],
      [{ is_sale: false }],
      [{ is_active: true }],
      [{ custom_questions: [] }],
      [{ internal_note: '' }],
      [{ metadata: { c: 2 } }],
      [{ metadata: {} }],
      [{ name: 'Two at once', stock: 9 }],
      [{ stock: 8, colour: 'unknown' }, { stock: 8 }],
    ]
    for (const [sent, shown = sent] of edits) {
      test(`${JSON.stringify(sent)} changes that and nothing else`, async () => {
        const seller = await newSeller(running.app, ['Lamps', 'Clay'])
        const id = await newProduct(seller, before)
        const untouched = await read(seller, id)
        assert.equal((await edit(seller, id, sent)).status, 200)
        assert.deepEqual(await read(seller, id), { ...untouched, ...shown })
      })
    }

    test('takes the id in capitals', async () => {
      const seller = await newSeller(running.app)
      const id = await newProduct(seller)
      assert.equal((await edit(seller, id.toUpperCase(), { stock: 3 })).status, 200)
      assert.equal((await read(seller, id)).stock, 3)
    })
  })

  describe('400', () => {
    for (const body of ['', '{}', '{"colour":"red"}', '{"id":"x","created_at":1,"__proto__":{"name":"x"}}']) {
      test(`${body || 'no bytes'}: there is no valid field to update`, async () => {
        const seller = await newSeller(running.app)
        const answer = await edit(seller, await newProduct(seller), body)
        assert.equal(answer.status, 400)
        assert.deepEqual(answer.body, { error: 'No valid fields to update' })
      })
    }

    test('an edit without fields is reported before an invalid id', async () => {
      const { status, body } = await edit(await newSeller(running.app), 'x', {})
      assert.equal(status, 400)
      assert.deepEqual(body, { error: 'No valid fields to update' })
    })

    test('names the unknown categories and changes nothing', async () => {
      const seller = await newSeller(running.app, ['Lamps'])
      const id = await newProduct(seller, { categories: ['Lamps'] })
      const untouched = await read(seller, id)
      const { status, body } = await edit(seller, id, { stock: 77, categories: ['Clay', 'Lamps', 'clay'] })
      assert.equal(status, 400)
      assert.deepEqual(body, {
        error: 'All categories must be in store categories',
        invalid: ['Clay', 'clay'],
      })
      assert.deepEqual(await read(seller, id), untouched)
    })
  })

  describe('404', () => {
    const NOT_FOUND = { error: 'Product not found or does not belong to this store' }

    test('for an unknown id and for a malformed one', async () => {
      const seller = await newSeller(running.app)
      for (const id of [UNKNOWN, 'create', '%', '1']) {
        const { status, body } = await edit(seller, id, { stock: 1 })
        assert.equal(status, 404)
        assert.deepEqual(body, NOT_FOUND)
      }
    })

    test('for a product of another store, which stays as it was', async () => {
      const [owner, other] = [await newSeller(running.app), await newSeller(running.app)]
      const id = await newProduct(owner)
      const untouched = await read(owner, id)
      for (const changes of [{ stock: 1 }, { primary_image: null }, { images: [] }, { categories: [] }]) {
        const { status, body } = await edit(other, id, changes)
        assert.equal(status, 404)
        assert.deepEqual(body, NOT_FOUND)
      }
      assert.deepEqual(await read(owner, id), untouched)
    })

    test('before the categories are looked up', async () => {
      const seller = await newSeller(running.app)
      const { body } = await edit(seller, UNKNOWN, { categories: ['Unknown'] })
      assert.deepEqual(body, NOT_FOUND)
    })
  })
})
