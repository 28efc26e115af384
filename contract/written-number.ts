import { plainDigits } from './plain-digits.ts'

/** Commas may group digits as in India (1,23,456) or elsewhere (123,456), and nowhere else. */
const NUMBER = /^-?(\d*|[1-9]\d?(,\d\d)*,\d{3}|[1-9]\d{0,2}(,\d{3})+)(\.\d{1,2})?$/
const looksLikeANumber = (text: string) => /^-?[\d.,]+$/.test(text) && /\d/.test(text)

/** Parses a number typed by a person; `unclear` where it has two readings, undefined where it is no number. */
export function writtenNumber(text: string): number | 'unclear' | undefined {
  const plain = plainDigits(text).trim()
  if (!looksLikeANumber(plain)) return undefined
  return NUMBER.test(plain) ? Number(plain.replaceAll(',', '')) : 'unclear'
}

/** Removes the currency marks around an amount: ₹1,200, Rs. 200 or 200/-. */
export const withoutRupeeSigns = (text: string): string =>
  plainDigits(text)
    .replace(/^\s*(₹|rs\.?|inr)\s*(?=\d)/i, '')
    .replace(/\/-\s*$/, '')
