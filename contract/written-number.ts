import { plainDigits } from './plain-digits.ts'

/** Commas stand between thousands, as in India (1,23,456) or elsewhere (123,456), and nowhere else. */
const NUMBER = /^-?(\d*|[1-9]\d?(,\d\d)*,\d{3}|[1-9]\d{0,2}(,\d{3})+)(\.\d{1,2})?$/
const looksLikeANumber = (text: string) => /^-?[\d.,]+$/.test(text) && /\d/.test(text)

/** The number that somebody has written; `unclear` where it can be read in two ways, undefined where it is none. */
export function writtenNumber(text: string): number | 'unclear' | undefined {
  const plain = plainDigits(text).trim()
  if (!looksLikeANumber(plain)) return undefined
  return NUMBER.test(plain) ? Number(plain.replaceAll(',', '')) : 'unclear'
}

/** Without what stands around an amount on a price tag: ₹1,200, Rs. 200 or 200/-. */
export const withoutRupeeSigns = (text: string): string =>
  plainDigits(text)
    .replace(/^\s*(₹|rs\.?|inr)\s*(?=\d)/i, '')
    .replace(/\/-\s*$/, '')
