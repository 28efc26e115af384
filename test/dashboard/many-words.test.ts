import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productTexts } from '../../dashboard/texts/products.ts'

const { changeNotes, saleForgets, importDone } = productTexts

test('one product is named in the singular', () => {
  assert.match(changeNotes.delete(1), /^It disappears .* Past orders keep its name/)
  assert.match(changeNotes.delete(2), /^They disappear /)
  assert.match(changeNotes.hide(1), /^It cannot be found or bought until you show it again/)
  assert.match(saleForgets(1, 1), /^It sells for less/)
  assert.match(saleForgets(1, 3), /^One of them sells for less/)
})

test('an import reports what it did, and a zero only if it did nothing', () => {
  assert.equal(importDone(2, 1), '2 products added, 1 product changed')
  assert.equal(importDone(0, 1), '1 product changed')
  assert.equal(importDone(1, 0), '1 product added')
  assert.equal(importDone(0, 0), '0 products added')
})
