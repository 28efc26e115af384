import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { PublicProduct } from '../../contract/products.ts'
import { CSV_TITLES, fieldsOfRow, productCells } from '../../server/rules/product-csv.ts'

const product: PublicProduct = {
  id: '0b0e7a54-0c56-4a34-8f44-6e6f1f6f0001',
  created_at: '2026-01-01T00:00:00.000Z',
  store_id: '0b0e7a54-0c56-4a34-8f44-6e6f1f6f0002',
  name: 'Brass lamp',
  origional_price: 1250.5,
  current_price: 0,
  shipping_cost: 10,
  short_description: '',
  long_description: 'Cast by hand',
  variations: [],
  size: [],
  colors: [],
  categories: [],
  is_sale: false,
  custom_questions: [],
  is_active: true,
  stock: 3,
  internal_note: '',
  primary_image: null,
  images: [],
  metadata: {},
}

test('a product that is written and read again has the fields that it had', () => {
  const { id, fields } = fieldsOfRow(CSV_TITLES, productCells(product))
  assert.equal(id, product.id)
  assert.equal(fields.price, 1250.5)
  assert.equal(fields.primary_image, null)
  assert.deepEqual([fields.is_sale, fields.is_active, fields.metadata], [false, true, {}])
})

test('lists come back as they were, whatever their items hold', () => {
  const item = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.string({ unit: fc.constantFrom(...'\\| a\n'), minLength: 1 }),
  )
  fc.assert(
    fc.property(fc.array(item, { maxLength: 5 }), (variations) => {
      const { fields } = fieldsOfRow(CSV_TITLES, productCells({ ...product, variations }))
      assert.deepEqual(fields.variations, variations)
    }),
  )
})

test('a file made by hand may leave columns out, in any order and case', () => {
  const { id, fields } = fieldsOfRow([' Stock', 'NAME', 'price'], ['7', 'Clay pot', '1,00,000.50'])
  assert.deepEqual([id, fields], [undefined, { name: 'Clay pot', price: 100000.5, stock: 7 }])
})
