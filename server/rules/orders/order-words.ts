import { plainDigits } from '#contract/plain-digits.ts'
import { askedWords, hasAll, searchWords } from '../values/search-words.ts'

/** What of an order the seller looks for. */
interface Findable {
  customer_name: string
  customer_email: string
  customer_phone: string
  pincode: string
  product_name: string
}

const PHONE_DIGITS = 10
/** A word of an index has an end: who pastes a text looks for its beginning. */
export const LONGEST_WORD = 60

/** Digits alone; a phone number without the country's code, however it is written. */
const phoneWord = (text: string) => text.replace(/\D/g, '').slice(-PHONE_DIGITS)
/** With more digits than a phone number has, it is a product's, as below a bar code. */
const isPhone = (text: string) =>
  /^\+?[\d\s()-]{4,}$/.test(text) &&
  /\d{2}/.test(text) &&
  /^((00)?91)?0?\d{1,10}$/.test(text.replace(/\D/g, ''))
const addressWord = (text: string) => text.toLowerCase()

/** Half a character has no bytes of its own: two words that end in one would be the same to a database. */
const shortened = (word: string) => word.slice(0, LONGEST_WORD).replace(/\p{Surrogate}$/u, '')

const asKept = (words: readonly string[]) => [...new Set(words.filter((word) => word !== '').map(shortened))]

/** The words under which an order stands: customer and product by each word; e-mail, number and pincode as a whole. */
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

/** What a search asks for: an order is found when each of these begins one of its words. */
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

/** An order with two words that begin alike stands under both of them, and is shown at one. */
export const isShownAt = (order: Findable, start: string, word: string): boolean =>
  orderWords(order)
    .filter((each) => each.startsWith(start))
    .toSorted()[0] === word
