import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOnTag } from '../../dashboard/forms/amount.ts'

test('an amount is accepted as written on a price tag', () => {
  const tags: [string, number | undefined][] = [
    ['1499', 1499],
    ['1,499.50', 1499.5],
    ['₹1,23,456', 123456],
    ['123,456', 123456],
    [' Rs. 1,499/- ', 1499],
    ['rs 20', 20],
    ['INR 5.5', 5.5],
    ['₹१,४९९.५०', 1499.5],
    ['１４９９', 1499],
    ['MRP ₹ 1,499.00 (incl. of all taxes)', 1499],
    ['M.R.P.: Rs. 450. Inclusive of taxes', 450],
    ['₹1,499 ₹1,899', undefined],
    ['1.499,50', undefined],
    ['1,4,99', undefined],
    ['-5', undefined],
    ['lamp', undefined],
    ['', undefined],
  ]
  for (const [text, amount] of tags) assert.equal(amountOnTag(text), amount, text)
})
