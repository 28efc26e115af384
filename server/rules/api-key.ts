import { randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const SHAPE = /^ht-[A-Za-z0-9]{4}-[A-Za-z0-9]{3}-[A-Za-z0-9]{4}$/

export const isApiKeyShaped = (text: string): boolean => SHAPE.test(text)

/** `ht-xxxx-xxx-xxxx`, drawn letter by letter from `pick(n)`, a whole number below n. */
export function makeApiKey(pick: (below: number) => number = randomInt): string {
  const group = (length: number) => Array.from({ length }, () => ALPHABET[pick(ALPHABET.length)]).join('')
  return `ht-${group(4)}-${group(3)}-${group(4)}`
}
