import { plainDigits } from '#contract/plain-digits.ts'
import { askedWords, hasAll, searchWords } from '../values/search-words.ts'

/** The columns of an order that the seller can search. */
interface Findable {
  customer_name: string
  customer_email: string
  customer_phone: string
  pincode: string
  product_name: string
}

const PHONE_DIGITS = 10
/**
 * Words in the index are cut to this length, and so are searched words: a longer pasted text is found by its beginning.
 */
export const LONGEST_WORD = 60

/** Only the digits; a phone number loses its country code, however it is written. */
const phoneWord = (text: string) => text.replace(/\D/g, '').slice(-PHONE_DIGITS)
/** With more digits than a phone number it is a product's number, as below a bar code. */
const isPhone = (text: string) =>
  /^\+?[\d\s()-]{4,}$/.test(text) &&
  /\d{2}/.test(text) &&
  /^((00)?91)?0?\d{1,10}$/.test(text.replace(/\D/g, ''))
const addressWord = (text: string) => text.toLowerCase()

/**
 * Drops half a surrogate pair: it has no UTF-8 bytes of its own, so two words that end in one would be equal to a
 * database.
 */
const shortened = (word: string) => word.slice(0, LONGEST_WORD).replace(/\p{Surrogate}$/u, '')

const asKept = (words: readonly string[]) => [...new Set(words.filter((word) => word !== '').map(shortened))]

/**
 * The words in the index for an order: each word of customer and product; e-mail, phone number and pincode as a whole.
 */
export const orderWords = ({
  customer_name,
  customer_email,
  customer_phone,
  pincode,
  product_name,
}: Findable): string[] =>
  asKept([
    ...searchWords(`${customer_name} ${product_name}`),
    addressWord(customer_email),
    phoneWord(customer_phone),
    phoneWord(pincode),
  ])

/** The words of a search: an order matches when each of them begins one of the order's words. */
export function searchedWords(text: string): string[] {
  const number = plainDigits(text).trim()
  if (isPhone(number)) return asKept([phoneWord(number)])
  const words = text
    .split(/\s+/)
    .flatMap((part) => (part.includes('@') ? [addressWord(part)] : searchWords(part)))
  return askedWords(asKept(words))
}

export const isFound = (order: Findable, asked: readonly string[]): boolean =>
  hasAll(orderWords(order), asked)

/** An order with two words of the same beginning is in the index under both, but is shown only at the first. */
export const isShownAt = (order: Findable, start: string, word: string): boolean =>
  orderWords(order)
    .filter((each) => each.startsWith(start))
    .toSorted()[0] === word
