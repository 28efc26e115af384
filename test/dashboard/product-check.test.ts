import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemsOfEdit, problemsOfNew } from '../../dashboard/pages/products/product/product-check.ts'
import { bodyOf, newProduct } from '../../dashboard/pages/products/product/product-values.ts'
import { inSellersWords } from '../../dashboard/texts/field-names.ts'
import { productProblems } from '../../server/rules/products/product-problems.ts'

test('an emptied number is required in an edit too, but texts that may be empty are not', () => {
  const emptied = { ...newProduct(0), name: 'Lamp' }
  assert.deepEqual(Object.keys(problemsOfNew(emptied)), ['description', 'price', 'stock'])
  const needed = { price: 'Price (MRP) is needed', stock: 'Stock is needed' }
  assert.deepEqual(problemsOfEdit(emptied, emptied), needed)
  assert.deepEqual(problemsOfEdit({ ...emptied, price: 1, stock: 0 }, { price: 1, stock: 0 }), {})
})

test('an edit reports its own mistakes, and requires no field that it leaves out', () => {
  assert.deepEqual(productProblems({ name: 'XL' }, false), {
    name: 'Name must be between 3 and 30 characters',
  })
})

const MISTAKES = {
  name: 'XL',
  short_description: 'x'.repeat(51),
  price: 0,
  stock: 2.5,
  colors: Array.from({ length: 21 }, (_, place) => `Shade ${place}`),
  custom_questions: [
    { question: 'Whose name?', type: 'text' as const },
    { question: '', type: 'text' as const },
  ],
  internal_note: 'x'.repeat(501),
}

test('all mistakes of a product are reported at once, in the order of the form', () => {
  const pairs = [{ name: 'a', value: '{', kind: 'json' as const }]
  assert.deepEqual(problemsOfNew({ ...newProduct(0), ...MISTAKES, metadata: pairs }), {
    name: 'Name must be between 3 and 30 characters',
    description: 'Description is needed',
    short_description: 'Short description must be between 0 and 50 characters',
    price: 'Price (MRP) must be more than 0',
    stock: 'Stock must be a whole number, such as 12',
    colors: 'Colours cannot have more than 20 items',
    'custom_questions[1].question': 'Question 2 must be between 1 and 200 characters',
    internal_note: 'Internal note must be between 0 and 500 characters',
    'metadata[0].value': 'This is not valid JSON. Choose Text to keep it as it is.',
  })
})

test('the form reports the same mistakes as the API', () => {
  const values = { ...newProduct(0), ...MISTAKES, description: 'x'.repeat(501) }
  const said = Object.entries(productProblems(bodyOf(values), true))
  assert.deepEqual(
    Object.entries(problemsOfNew(values))
      .map(([field, sentence]) => [field.replace(/\[.*/, ''), sentence])
      .sort(),
    said.map(([field, sentence]) => [field, inSellersWords(sentence)]).sort(),
  )
})

test('an edit is checked only for what it changes, so overlong existing values may stay', () => {
  const values = { ...newProduct(0), ...MISTAKES }
  assert.deepEqual(problemsOfEdit(values, { name: 'XL' }), {
    name: 'Name must be between 3 and 30 characters',
  })
})
