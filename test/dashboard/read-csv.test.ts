import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsv } from '../../dashboard/pages/products/read-csv.ts'

const ROWS = [
  ['name', 'description'],
  ['Café, crème', 'Für zwei'],
]
const file = (separator: string) =>
  ROWS.map((row) => row.map((cell) => `"${cell}"`).join(separator)).join('\n')

test('reads a file as spreadsheets save it: with commas, semicolons or tabs', () => {
  for (const separator of [',', ';', '\t']) assert.deepEqual(readCsv(Buffer.from(file(separator))), ROWS)
})

test('reads letters in UTF-8, in UTF-16 with its mark, and in what Windows used before', () => {
  const utf16 = Buffer.from(`\ufeff${file('\t')}`, 'utf16le')
  for (const bytes of [
    Buffer.from(`\ufeff${file(',')}`),
    utf16,
    Buffer.from(utf16).swap16(),
    Buffer.from(file(','), 'latin1'),
  ])
    assert.deepEqual(readCsv(bytes), ROWS)
})

test('a file of one column is not taken apart by what its cells hold', () => {
  assert.deepEqual(readCsv(Buffer.from('name\nA; B')), [['name'], ['A; B']])
})
