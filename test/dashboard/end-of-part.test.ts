import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IMPORT_CELLS_MOST } from '../../contract/dashboard/products.ts'
import { endOfPart } from '../../dashboard/pages/products/import/end-of-part.ts'

const rowsOf = (rows: number, columns: number) =>
  Array.from({ length: rows }, () => ({ cells: Array.from({ length: columns }, () => '') }))

test('a file is sent in parts of fifty rows', () => {
  const rows = rowsOf(120, 5)
  assert.deepEqual(
    [0, 50, 100].map((from) => endOfPart(rows, from)),
    [50, 100, 120],
  )
  assert.equal(endOfPart(rows.slice(0, 50), 0), 50)
})

test('a wide file is sent in parts of fewer rows, so that every cell is read', () => {
  const rows = rowsOf(5, IMPORT_CELLS_MOST / 2)
  assert.deepEqual(
    [0, 2, 4].map((from) => endOfPart(rows, from)),
    [2, 4, 5],
  )
  assert.equal(endOfPart(rowsOf(2, IMPORT_CELLS_MOST + 1), 0), 1)
})
