import { plainDigits } from '#contract/plain-digits.ts'

const AROUND = /^\s*(?:₹|rs\.?|inr)?\s*|\s*(?:\/-)?\s*$/gi
/** Commas stand between thousands, as in India (1,23,456) or elsewhere (123,456), and nowhere else. */
const AMOUNT = /^(?:\d+|\d{1,2}(?:,\d\d)*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/

/** What a price tag says, such as ₹1,200, Rs. 200 or 200/-; undefined where it says something else. */
export function amountOnTag(text: string): number | undefined {
  const bare = plainDigits(text).replace(AROUND, '')
  return AMOUNT.test(bare) ? Number(bare.replaceAll(',', '')) : undefined
}
