import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aProduct, newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { newProduct } from '../../harness/shops/orders.ts'

const PATH = '/api/products/create'
const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

onEachEngine((running) => {
  const seller = (categories: string[] = []) => newSeller(running.app, categories)

  describe('201', () => {
    test('answers with the id of the product and nothing else', async () => {
      const { call } = await seller()
      const { status, body, headers } = await call('POST', PATH, aProduct())
      assert.equal(status, 201)
      assert.deepEqual(Object.keys(body), ['product_id'])
      assert.match(body.product_id, UUID_4)
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(headers.get('x-api-version'), 'v1')
      assert.match(headers.get('x-request-id') ?? '', UUID_4)
      assert.equal(headers.get('x-ratelimit-limit'), '20')
      assert.equal(headers.get('x-ratelimit-remaining'), '19')
      assert.equal(headers.get('x-ratelimit-reset'), String(running.clock.now() / 1000 + 60))
    })

    test('releases the memory of a large body, also when it is not JSON', async () => {
      const { api_key } = await seller()
      /** Sent in chunks, each body is lent memory for the largest size: only two fit at once. */
      const create = async (text: string) => {
        const options = { duplex: 'half', body: new Blob([text]).stream() }
        const headers = { 'x-api-key': api_key, 'content-type': 'application/json' }
        const url = running.app.url + PATH
        return (await fetch(url, { method: 'POST', headers, ...options } as RequestInit)).status
      }
      const whole = JSON.stringify({ ...aProduct(), unknown: 'x'.repeat(300 * 1024) })
      for (let n = 0; n < 3; n++)
        assert.deepEqual([await create(whole), await create(whole.slice(0, -1))], [201, 400])
    })

    test('gives every field that was left out its default', async () => {
      const { call, store_id, ...rest } = await seller()
      const description = 'ä'.repeat(120)
      const id = await newProduct({ call, store_id, ...rest }, { description })
      const { body } = await call('GET', `/api/products/${id}`)
      assert.deepEqual(body, {
        id,
        created_at: new Date(running.clock.now()).toISOString(),
        store_id,
        name: 'Brass lamp',
        origional_price: 499.5,
        current_price: 499.5,
        shipping_cost: 0,
        short_description: 'ä'.repeat(100),
        long_description: description,
        variations: [],
        size: [],
        colors: [],
        categories: [],
        is_sale: false,
        custom_questions: [],
        is_active: true,
        stock: 5,
        internal_note: '',
        primary_image: null,
        images: [],
        metadata: {},
      })
    })

    test('keeps every field as it was sent', async () => {
      const one = await seller(['Lamps', 'lamps', 'Brass'])
      const sent = {
        current_price: 0,
        short_description: 'Short',
        shipping_cost: 49.99,
        primary_image: 'https://pictures.example.com/1.jpg',
        images: ['http://pictures.example.com/2.jpg', 'https://pictures.example.com/2.jpg?a=b#c'],
        variations: ['Plain', 'Plain', ''],
        size: ['S', ' m '],
        colors: ['Indigo', '赤'],
        categories: ['lamps', 'Lamps', 'lamps'],
        is_sale: true,
        is_active: false,
        custom_questions: [
          { question: 'Which name?', type: 'text' },
          { question: 'Which picture?', type: 'image' },
        ],
        internal_note: '<b>ours</b>\n',
        metadata: { a: [1, { b: null }], ключ: '👍', n: -1.5e-7 },
      }
      const id = await newProduct(one, { ...sent, stock: 0, price: 9_999_999_999.99 })
      const { body } = await one.call('GET', `/api/products/${id}`)
      assert.equal(body.origional_price, 9_999_999_999.99)
      assert.equal(body.stock, 0)
      for (const [field, value] of Object.entries(sent)) assert.deepEqual(body[field], value, field)
    })

    test('ignores unknown fields, also inside a custom question', async () => {
      const one = await seller()
      const id = await newProduct(one, {
        colour: 'red',
        id: 'mine',
        store_id: 'theirs',
        origional_price: 1,
        custom_questions: [{ question: 'Why?', type: 'text', required: true }],
      })
      const { body } = await one.call('GET', `/api/products/${id}`)
      assert.equal(body.store_id, one.store_id)
      assert.equal(body.origional_price, 499.5)
      assert.equal('colour' in body, false)
      assert.deepEqual(body.custom_questions, [{ question: 'Why?', type: 'text' }])
    })

    const fits: Array<[title: string, changes: object]> = [
      ['a name of 3 characters', { name: '👍👍👍' }],
      ['a name of 30 characters, all outside the basic plane', { name: '👍'.repeat(30) }],
      ['an empty description', { description: '' }],
      ['a description of 500 characters', { description: '👍'.repeat(500) }],
      ['a price of one paisa', { price: 0.01 }],
      ['a price of 1.10, which binary cannot hold', { price: 1.1 }],
      ['the largest price', { price: 9_999_999_999.99 }],
      ['the largest stock', { stock: 2_147_483_647 }],
      ['a stock written as 5.0', { stock: 5.0 }],
      ['a stock of -0', { stock: -0 }],
      ['an empty short description', { short_description: '' }],
      ['a short description of 50 characters', { short_description: '👍'.repeat(50) }],
      ['no current price', { current_price: 0 }],
      ['a current price above the price', { current_price: 1000 }],
      ['no primary image', { primary_image: null }],
      ['10 images', { images: Array(10).fill('https://a.example/1.png') }],
      ['20 variations, sizes and colours', { variations: many(20), size: many(20), colors: many(20) }],
      ['5 custom questions', { custom_questions: questions(5) }],
      ['a question of 200 characters', { custom_questions: [{ question: '👍'.repeat(200), type: 'text' }] }],
      ['an internal note of 500 characters', { internal_note: '👍'.repeat(500) }],
      ['metadata 5 levels deep', { metadata: { a: { b: { c: { d: {} } } }, e: [[[[1]]]] } }],
      ['metadata of exactly 16 KB', { metadata: { a: 'x'.repeat(16 * 1024 - 8) } }],
    ]
    for (const [title, changes] of fits) {
      test(`takes ${title}`, async () => {
        const { call } = await seller()
        const { status, body } = await call('POST', PATH, aProduct(changes))
        assert.deepEqual([status, body.error], [201, undefined])
      })
    }

    test('takes every category of 20', async () => {
      const one = await seller(many(20))
      const id = await newProduct(one, { categories: many(20) })
      const { body } = await one.call('GET', `/api/products/${id}`)
      assert.deepEqual(body.categories, many(20))
    })
  })

  describe('400', () => {
    test('names each unknown category once, in the order sent, matching case', async () => {
      const { call } = await seller(['Lamps'])
      const categories = ['lamps', 'Lamps', 'Clay', 'lamps', '']
      const { status, body } = await call('POST', PATH, aProduct({ categories }))
      assert.equal(status, 400)
      assert.deepEqual(body, {
        error: 'All categories must be in store categories',
        invalid: ['lamps', 'Clay', ''],
      })
    })

    test("does not take another store's category", async () => {
      await seller(['Lamps'])
      const { call } = await seller(['Clay'])
      const { status, body } = await call('POST', PATH, aProduct({ categories: ['Clay', 'Lamps'] }))
      assert.equal(status, 400)
      assert.deepEqual(body, { error: 'All categories must be in store categories', invalid: ['Lamps'] })
    })

    test('counts the categories before it looks them up', async () => {
      const { call } = await seller()
      const { body } = await call('POST', PATH, aProduct({ categories: many(21) }))
      assert.deepEqual(body, { error: 'categories cannot have more than 20 items' })
    })

    for (const missing of ['name', 'price', 'description', 'stock']) {
      test(`needs ${missing}: absent or null`, async () => {
        const { call } = await seller()
        for (const value of [undefined, null]) {
          const { status, body } = await call('POST', PATH, aProduct({ [missing]: value }))
          assert.equal(status, 400)
          assert.deepEqual(body, { error: 'name, price, description, and stock are required' })
        }
      })
    }

    test('a body of no bytes counts as an empty object', async () => {
      const { call } = await seller()
      const { status, body } = await call('POST', PATH, '')
      assert.equal(status, 400)
      assert.deepEqual(body, { error: 'name, price, description, and stock are required' })
    })
  })
})

function many(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `Choice ${i}`)
}

function questions(count: number) {
  return Array.from({ length: count }, () => ({ question: '?', type: 'text' }))
}
