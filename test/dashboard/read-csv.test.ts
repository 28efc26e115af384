import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsv } from '../../dashboard/pages/products/import/read-csv.ts'

const ROWS = [
  ['name', 'description'],
  ['Café, crème', 'Für zwei'],
]
const file = (separator: string) =>
  ROWS.map((row) => row.map((cell) => `"${cell}"`).join(separator)).join('\n')
const cellsOf = (bytes: string | Buffer) => readCsv(Buffer.from(bytes)).map(({ cells }) => cells)

test('reads a file as spreadsheets save it: with commas, semicolons or tabs', () => {
  for (const separator of [',', ';', '\t']) assert.deepEqual(cellsOf(file(separator)), ROWS)
})

test('reads UTF-8, UTF-16 with a byte order mark, and the older Windows code page', () => {
  const utf16 = Buffer.from(`\ufeff${file('\t')}`, 'utf16le')
  for (const bytes of [
    Buffer.from(`\ufeff${file(',')}`),
    utf16,
    Buffer.from(utf16).swap16(),
    Buffer.from(file(','), 'latin1'),
  ])
    assert.deepEqual(cellsOf(bytes), ROWS)
})

test('a file of one column is not split at separators inside its cells', () => {
  assert.deepEqual(cellsOf('name\nA; B'), [['name'], ['A; B']])
})

test('rows have the numbers that a spreadsheet shows beside them', () => {
  const rows = readCsv(Buffer.from('name,price\n"Lamp\nof brass",5\n\nPot,7\n'))
  assert.deepEqual(
    rows.map(({ number, cells }) => [number, cells[0]]),
    [
      [1, 'name'],
      [2, 'Lamp\nof brass'],
      [4, 'Pot'],
    ],
  )
})

test('rows of blank cells are skipped, and the others keep their numbers', () => {
  const rows = readCsv(Buffer.from(',,\nname,price,stock\n,,\nLamp,5,1\n" ",\t,\n \nPot,7,2\n,,'))
  assert.deepEqual(
    rows.map(({ number, cells }) => [number, ...cells]),
    [
      [2, 'name', 'price', 'stock'],
      [4, 'Lamp', '5', '1'],
      [7, 'Pot', '7', '2'],
    ],
  )
})

test('blank cells beyond the titles are dropped, written ones and those under a title stay', () => {
  assert.deepEqual(cellsOf('name,price,stock\nLamp,5,1,, ,\nPot,,,,\nBell,1,200,3,,\nCup'), [
    ['name', 'price', 'stock'],
    ['Lamp', '5', '1'],
    ['Pot', '', ''],
    ['Bell', '1', '200', '3'],
    ['Cup'],
  ])
})
