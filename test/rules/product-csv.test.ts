import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { CsvReader, csvLine } from '../../contract/csv.ts'
import { PRODUCT_COLUMNS, unknownTitles } from '../../contract/product-csv.ts'
import type { PublicProduct } from '../../contract/products.ts'
import { presentProduct } from '../../server/rules/products/present-product.ts'
import {
  LONGEST_CELL,
  productCells,
  rowReader,
  withoutRepeated,
} from '../../server/rules/products/product-csv.ts'
import {
  checkNewProduct,
  checkProductEdit,
  type NewProduct,
} from '../../server/rules/products/product-fields.ts'
import type { KeptProduct } from '../../server/rules/products/product-row.ts'
import { newProductColumns, productColumns } from '../../server/rules/products/product-row.ts'

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

/** Texts that a spreadsheet or a separator could damage. */
const text = (minLength: number, maxLength: number) =>
  fc.oneof(
    fc.string({ minLength, maxLength }),
    fc.string({ unit: fc.constantFrom(...'\\| ,"\'=+-@\n\r\t', 'ä', '₹', 'नि', '😀'), minLength, maxLength }),
  )
const rupees = (least: number) => fc.integer({ min: least, max: 999_999_999_999 }).map((paise) => paise / 100)
const items = (maxLength: number, item = text(0, 8)) => fc.array(item, { maxLength })
const url = fc.nat(99).map((n) => `https://a.example/${n},|.png`)

const anyProduct = fc.record(
  {
    name: text(3, 15),
    price: rupees(1),
    description: text(0, 250),
    stock: fc.nat(2_147_483_647),
    current_price: rupees(0),
    short_description: text(0, 25),
    shipping_cost: rupees(0),
    primary_image: fc.option(url),
    images: items(3, url),
    variations: items(20),
    size: items(3),
    colors: items(3),
    categories: items(3),
    is_sale: fc.boolean(),
    is_active: fc.boolean(),
    custom_questions: fc.array(fc.record({ question: text(1, 40), type: fc.constantFrom('text', 'image') }), {
      maxLength: 3,
    }),
    internal_note: text(0, 40),
    metadata: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 }),
  },
  { requiredKeys: ['name', 'price', 'description', 'stock'] },
)

function readRow(titles: readonly string[], cells: readonly string[]) {
  const row = rowReader(titles)(cells)
  assert.ok('fields' in row, 'problem' in row ? row.problem : '')
  return row
}

test('a product that is exported and imported again has not changed, whatever it holds', () => {
  fc.assert(
    fc.property(anyProduct, (made) => {
      const { primary_image = null, images = [], ...input } = made
      assert.ok('value' in checkNewProduct(made))
      const columns = newProductColumns(input as unknown as NewProduct)
      const kept = { ...columns, primary_image, images: JSON.stringify(images) }
      const { id, created_at: _, store_id } = product
      const shown = presentProduct(
        { ...kept, id, store_id, created_at: 0 } as KeptProduct,
        'https://haat.test',
      )
      const file = new CsvReader().push(
        csvLine(PRODUCT_COLUMNS) + csvLine(productCells({ ...shown, sold: 0 })),
      )
      const { id: named, fields } = readRow(file[0]!, file[1]!)
      assert.equal(named, id)
      const checked = checkProductEdit(withoutRepeated(fields, columns))
      assert.ok('value' in checked, 'problem' in checked ? checked.problem : '')
      const again = checked.value
      assert.deepEqual({ ...columns, ...productColumns(again) }, columns)
      assert.deepEqual([again.primary_image, again.images], [primary_image, images])
    }),
  )
})

test('an unchanged generated short description is left alone, and a new one checked', () => {
  const description = 'A lamp of brass. '.repeat(9)
  const short_description = description.slice(0, 100)
  const fields = { name: 'Brass lamp', description, short_description }
  const lists = { variations: '[]', size: '[]', colors: '[]' }
  const without = { name: 'Brass lamp', description }
  assert.deepEqual(withoutRepeated(fields, { short_description, ...lists }), without)
  assert.deepEqual(withoutRepeated(fields, undefined), without)
  assert.deepEqual(withoutRepeated(fields, { short_description: 'Its own', ...lists }), fields)
})

test('choices saved under older limits are left alone if the file only repeats them', () => {
  const size = ['x'.repeat(600)]
  const kept = { short_description: '', variations: '[]', size: JSON.stringify(size), colors: '[]' }
  assert.deepEqual(withoutRepeated({ name: 'Brass lamp', size }, kept), { name: 'Brass lamp' })
  assert.deepEqual(withoutRepeated({ size: ['M'] }, kept), { size: ['M'] })
  assert.deepEqual(withoutRepeated({ size }, undefined), { size })
})

test('commas between thousands are read, and an ambiguous number is refused', () => {
  const read = (price: string) => {
    const row = rowReader(['name', 'price'])(['Clay pot', price])
    return 'fields' in row ? row.fields.price : row.problem
  }
  for (const [text, value] of [
    ['1250', 1250],
    [' 1250.5 ', 1250.5],
    ['1,250', 1250],
    ['1,23,456.50', 123456.5],
    ['1,00,00,00,000', 1e9],
    ['123,456', 123456],
    ['1,234,567', 1234567],
    ['१,२५०.५०', 1250.5],
    ['₹௧௨௫௦/-', 1250],
    ['.5', 0.5],
    ['-5', -5],
    ['ten', 'ten'],
    ['1e3', '1e3'],
  ]) {
    assert.equal(read(text as string), value)
  }
  for (const text of ['10,50', '1,5', '0,5', '1,2345', '1234,567', '0,123', '1.050,50', '1.050', '1,,000']) {
    assert.equal(
      read(text),
      `price ${text} can be read in two ways: write decimals as 10.50, and commas only between thousands, as in 1,23,456`,
    )
  }
})

test('lists come back as they were, whatever their items hold', () => {
  const item = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'\\| a\n') }))
  fc.assert(
    fc.property(fc.array(item, { maxLength: 5 }), (variations) => {
      const { fields } = readRow(PRODUCT_COLUMNS, productCells({ ...product, sold: 0, variations }))
      assert.deepEqual(fields.variations, variations)
    }),
  )
})

test('in a list made by hand, spaces around items are trimmed, and a backslash escapes a character', () => {
  for (const [cell, items] of [
    ['red|blue', ['red', 'blue']],
    ['  dark red\t|\n light  blue ', ['dark red', 'light  blue']],
    ['red||', ['red', '', '']],
    [' | ', ['', '']],
    ['a \\| b | c', ['a | b', 'c']],
    ['\\ a\\  | \\  ', [' a ', ' ']],
    ['\\r\\\\ed', ['r\\ed']],
    ['red \\', ['red \\']],
    ['🟥 | \u00a0🟦\u00a0', ['🟥', '🟦']],
  ] as const)
    assert.deepEqual(readRow(['size'], [cell]).fields.size, items, cell)
})

test('a file made by hand may leave columns out, in any order and case', () => {
  const { id, fields } = readRow([' Stock', 'NAME', 'price'], ['7', 'Clay pot', '1,00,000.50'])
  assert.deepEqual([id, fields], [undefined, { name: 'Clay pot', price: 100000.5, stock: 7 }])
})

test('a seller’s own titles and amounts are understood, and unknown ones are named', () => {
  const titles = ['Product name', 'MRP', 'Selling-Price', 'Colour', 'Weight', 'Quantity', '']
  const { fields } = readRow(titles, ['Clay pot', '₹1,200', 'Rs. 999/-', 'Red | Blue', '2 kg', '5', ''])
  const colors = ['Red', 'Blue']
  assert.deepEqual(fields, { name: 'Clay pot', price: 1200, stock: 5, current_price: 999, colors })
  assert.deepEqual(unknownTitles(titles), ['Weight'])
  assert.deepEqual(unknownTitles(['name', 'MRP', 'price', ' ']), ['MRP'])
  const amounts = ['1,200.00', '200/-', 'INR 5', '12,5'].map((cell) => rowReader(['price'])([cell]))
  assert.deepEqual(
    amounts.map((row) => ('problem' in row ? 'refused' : row.fields.price)),
    [1200, 200, 5, 'refused'],
  )
})

test('a row shifted by an unquoted comma is refused', () => {
  const titles = ['name', 'price', 'description', 'stock']
  const problemOf = (titles: string[], cells: string[]) => {
    const row = rowReader(titles)(cells)
    return 'problem' in row ? row.problem : undefined
  }
  const sentence =
    'This row has 5 cells under 4 titles: put a value with commas in it into quotes, as in "1,23,456"'
  assert.equal(problemOf(titles, ['x', '1', '23', '456', '4']), sentence)
  assert.equal(problemOf([...titles, ''], ['x', '1', '23', '456', '4']), sentence)
  assert.equal(problemOf([...titles, ''], ['x', '1', '23', '456', '']), undefined)
  assert.equal(problemOf(titles, ['x', '1', '23']), undefined)
})

test('a cell too long for a spreadsheet is refused without being parsed', {
  timeout: 20_000,
}, async () => {
  const problemOf = (column: string, cell: string) => {
    const row = rowReader(['name', column])(['Clay pot', cell])
    return 'problem' in row ? row.problem : undefined
  }
  for (const column of ['variations', 'price', 'metadata', 'description'])
    assert.equal(problemOf(column, 'x'.repeat(20_000_000)), `${column} must be at most 1,00,000 characters`)
  assert.equal(problemOf('variations', 'x'.repeat(LONGEST_CELL)), undefined)
  await turn() // lets node:test check the time limit
})

test('a very long title is read once for all rows, up to the longest name', {
  timeout: 20_000,
}, async () => {
  const read = rowReader(['name', '-_'.repeat(10_000_000)])
  for (let rows = 0; rows < 200; rows++) assert.ok('fields' in read(['Clay pot']))
  await turn()
})

test('an empty or blank cell clears a known product’s field, and is left out of a new product', () => {
  const titles = ['id', 'internal_note', 'size', 'metadata', 'custom_questions', 'price', 'name']
  const blank = ['', ' ', '', ' ', '  ', 'Clay pot']
  assert.deepEqual(readRow(titles, ['x', ...blank]), {
    id: 'x',
    fields: { internal_note: '', size: [], metadata: {}, custom_questions: [], name: 'Clay pot' },
  })
  assert.deepEqual(readRow(titles, [' ', ...blank]), { id: undefined, fields: { name: 'Clay pot' } })
})

test('yes and no are read in any case, and other words are left to the rules', () => {
  const read = (cell: string) => readRow(['is_active'], [cell]).fields.is_active
  assert.deepEqual([' YES', 'No ', 'TRUE', '0', 'maybe'].map(read), [true, false, true, false, 'maybe'])
})
