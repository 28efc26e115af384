import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMoney } from '../../server/rules/values/format-money.ts'

const CASES: Array<[paise: number, text: string]> = [
  [0, '₹0.00'],
  [5, '₹0.05'],
  [99_900, '₹999.00'],
  [1_00_000, '₹1,000.00'],
  [1_23_456_00, '₹1,23,456.00'],
  [12_34_56_789_10, '₹12,34,56,789.10'],
  [Number.MAX_SAFE_INTEGER, '₹9,00,71,99,25,47,409.91'],
]

for (const [paise, text] of CASES) {
  test(`${paise} paise are ${text}`, () => assert.equal(formatMoney(paise), text))
}
