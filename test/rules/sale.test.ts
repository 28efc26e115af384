import assert from 'node:assert/strict'
import { test } from 'node:test'
import { percentOff, salePrice } from '../../server/rules/products/sale.ts'

test('a sale price is rounded down, to whole rupees from a hundred on, and is never zero', () => {
  assert.equal(salePrice(499_00, 10), 449_00)
  assert.equal(salePrice(99_99, 10), 89_99)
  assert.equal(salePrice(111_20, 10), 100_00)
  assert.equal(salePrice(1, 90), 1)
  assert.equal(salePrice(9_999_999_999_99, 1), 9_899_999_999_00)
})

test('customers are shown the exact percentage of a sale, for every price and percentage', () => {
  for (let rupees = 1; rupees < 2000; rupees++)
    for (let percent = 1; percent <= 90; percent++) {
      const told = percentOff(rupees * 100, salePrice(rupees * 100, percent))
      assert.equal(told, percent, `${percent} percent off ${rupees}`)
    }
})
