import { withoutRupeeSigns, writtenNumber } from '#contract/written-number.ts'

/** What a price tag says; undefined where it says something else. */
export function amountOnTag(text: string): number | undefined {
  const amount = writtenNumber(withoutRupeeSigns(text))
  return typeof amount === 'number' && amount >= 0 ? amount : undefined
}
