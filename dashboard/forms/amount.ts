import { plainDigits } from '#contract/plain-digits.ts'
import { withoutRupeeSigns, writtenNumber } from '#contract/written-number.ts'

/** The amount in a text such as a price tag's; undefined where it has none. */
export function amountOnTag(text: string): number | undefined {
  const amount = writtenNumber(withoutRupeeSigns(text)) ?? onlyNumberIn(text)
  return typeof amount === 'number' && amount >= 0 ? amount : undefined
}

/** Of a longer text, as shops print it: MRP ₹1,499.00 (incl. of all taxes). */
function onlyNumberIn(text: string) {
  const [number, other] = plainDigits(text).match(/\d[\d.,]*/g) ?? []
  return number === undefined || other !== undefined ? undefined : writtenNumber(number.replace(/[.,]+$/, ''))
}
