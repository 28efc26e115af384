import { withoutRupeeSigns, writtenNumber } from '#contract/written-number.ts'

/** The amount in a text such as a price tag's; undefined where it has none. */
export function amountOnTag(text: string): number | undefined {
  const amount = writtenNumber(withoutRupeeSigns(text))
  return typeof amount === 'number' && amount >= 0 ? amount : undefined
}
