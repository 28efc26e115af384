import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { aProduct, newSeller, startTestApp, type TestApp } from '../../harness/app/app.ts'
import { movableClock } from '../../harness/app/clock.ts'
import { newProduct, type Seller } from '../../harness/shops/orders.ts'
import { BROKEN_FIELDS, ORDER_OF_FIELDS } from '../help/products/field-cases.ts'

const clock = movableClock()
let app: TestApp
let seller: Seller
let product: string

before(async () => {
  app = await startTestApp({}, { now: clock.now })
  seller = await newSeller(app)
  product = await newProduct(seller)
})
after(() => app[Symbol.asyncDispose]())

const create = (changes: object) => seller.call('POST', '/api/products/create', aProduct(changes))
const edit = (changes: object) => seller.call('PUT', `/api/products/${product}/edit`, changes)

describe('400, on create and on edit alike', () => {
  for (const [field, value, sentence] of BROKEN_FIELDS) {
    test(`${field}: ${JSON.stringify(value).slice(0, 60)} is told "${sentence}"`, async () => {
      clock.advance(60_000)
      for (const answer of [await create({ [field]: value }), await edit({ [field]: value })]) {
        assert.equal(answer.status, 400)
        assert.deepEqual(answer.body, { error: sentence })
      }
    })
  }
})

describe('400, when an edit sends null for a field that create requires', () => {
  const sentences = {
    name: 'name must be a string',
    price: 'price must be a number',
    description: 'description must be a string',
    stock: 'stock must be an integer',
  }
  for (const [field, sentence] of Object.entries(sentences)) {
    test(`${field}: null is told "${sentence}"`, async () => {
      clock.advance(60_000)
      const { status, body } = await edit({ [field]: null })
      assert.equal(status, 400)
      assert.deepEqual(body, { error: sentence })
    })
  }
})

test('of several invalid fields, the first in the specification’s table is named', async () => {
  for (let first = 0; first < ORDER_OF_FIELDS.length; first++) {
    clock.advance(60_000)
    const broken = ORDER_OF_FIELDS.slice(first).toReversed()
    const changes = Object.fromEntries(broken.map(([field, value]) => [field, value]))
    const sentence = ORDER_OF_FIELDS[first]![2]
    assert.deepEqual((await create(changes)).body, { error: sentence })
    assert.deepEqual((await edit(changes)).body, { error: sentence })
  }
})

test('a missing required field is reported before any invalid one', async () => {
  clock.advance(60_000)
  const { body } = await create({ name: 'x', stock: undefined })
  assert.deepEqual(body, { error: 'name, price, description, and stock are required' })
})

test('a refused edit has changed nothing', async () => {
  clock.advance(60_000)
  const untouched = (await seller.call('GET', `/api/products/${product}`)).body
  await edit({ name: 'A better name', stock: 7, metadata: 5 })
  await edit({ name: 'A better name', categories: ['Unknown'] })
  assert.deepEqual((await seller.call('GET', `/api/products/${product}`)).body, untouched)
})
