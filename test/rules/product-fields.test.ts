import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aProduct } from '../../harness/app/app.ts'
import {
  checkNewProduct,
  checkProductEdit,
  PRODUCT_EDIT_SENTENCES,
  PRODUCT_FIELDS,
} from '../../server/rules/products/product-fields.ts'
import { BROKEN_FIELDS, ORDER_OF_FIELDS } from '../help/products/field-cases.ts'

test('the fields are checked in the order of the specification', () => {
  assert.deepEqual(
    Object.keys(PRODUCT_FIELDS),
    ORDER_OF_FIELDS.map(([field]) => field),
  )
})

test('every field’s error sentence is in the documentation', () => {
  for (const [, , sentence] of BROKEN_FIELDS) {
    assert.ok(PRODUCT_EDIT_SENTENCES.includes(sentence.replace(/\[\d\]/, '[0]')), sentence)
  }
})

describe('numbers of JSON that overflow a double', () => {
  const cases: Array<[json: string, sentence: string]> = [
    ['{"price": 1e400}', 'price is too large'],
    ['{"price": -1e400}', 'price must be > 0'],
    ['{"price": 1e-400}', 'price must be > 0'],
    ['{"price": -0}', 'price must be > 0'],
    ['{"price": 9007199254740993}', 'price is too large'],
    ['{"stock": 1e400}', 'stock is too large'],
    ['{"stock": -1e400}', 'stock must be >= 0'],
    ['{"stock": 9007199254740993}', 'stock is too large'],
    ['{"current_price": 1e400}', 'current_price is too large'],
    ['{"current_price": -1e400}', 'current_price must be >= 0'],
    ['{"shipping_cost": 1e400}', 'shipping_cost is too large'],
    ['{"metadata": {"a": [1e400]}}', 'metadata contains a number that is too large'],
    ['{"metadata": {"a": -1e400}}', 'metadata contains a number that is too large'],
  ]
  for (const [json, sentence] of cases) {
    test(`${json} is refused with "${sentence}"`, () => {
      assert.deepEqual(checkProductEdit(JSON.parse(json)), { problem: sentence })
      assert.deepEqual(checkNewProduct({ ...aProduct(), ...JSON.parse(json) }), { problem: sentence })
    })
  }
})

test('every whole amount of paise up to 1,000 rupees passes, and no fraction of a paisa', () => {
  for (let paise = 1; paise <= 100_000; paise++) {
    const price = Number((paise / 100).toFixed(2))
    assert.equal(PRODUCT_FIELDS.price.problem(price, 'price'), undefined, String(price))
    const between = Number(`${price.toFixed(2)}5`)
    assert.equal(
      PRODUCT_FIELDS.price.problem(between, 'price'),
      'price must have at most 2 decimal places',
      String(between),
    )
  }
})

test('an edit with only unknown fields has an empty value', () => {
  assert.deepEqual(checkProductEdit({ colour: 'red', constructor: 1 }), { value: {} })
})

test('5,000 levels of metadata are refused without a deep stack', () => {
  const metadata = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)
  assert.deepEqual(checkProductEdit({ metadata }), { problem: 'metadata must be at most 5 levels deep' })
})
