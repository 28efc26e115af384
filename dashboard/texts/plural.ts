import { count } from '../format.ts'

/** "1 order", "2,345 orders". */
export const plural = (amount: number, one: string, many = `${one}s`) =>
  `${count(amount)} ${amount === 1 ? one : many}`

/** "At least 10,000 orders" where the count stopped at its maximum. */
export const pluralUpTo = (most: number, amount: number, one: string, many?: string) =>
  `${amount >= most ? 'At least ' : ''}${plural(amount, one, many)}`
