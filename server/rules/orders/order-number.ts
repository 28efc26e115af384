import { plainDigits } from '#contract/plain-digits.ts'

/** So that no store's orders begin with number 1. */
const BEFORE_FIRST = 1000

/**
 * The number by which people call an order, counted per store from 1001. It is derived from the number of the order's
 * event: each order has exactly one, for good. So it is stored nowhere else.
 */
export const orderNumber = (sequence: number): number => BEFORE_FIRST + sequence

export const sequenceOf = (number: number): number => number - BEFORE_FIRST

const ASKED = /^(?:order\s*)?(?:#\s*(?<sure>\d{1,12})|(?<may>\d{4,12}))$/i

/** The number that a search may mean; with a # in front it can mean nothing else. */
export function askedNumber(search: string): { number: number; isSurely: boolean } | undefined {
  const { sure, may } = ASKED.exec(plainDigits(search).trim())?.groups ?? {}
  const digits = sure ?? may
  return digits ? { number: Number(digits), isSurely: sure !== undefined } : undefined
}
