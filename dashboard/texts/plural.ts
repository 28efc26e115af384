import { count } from '../format.ts'

/** "1 order", "2,345 orders". */
export const plural = (amount: number, one: string, many = `${one}s`) =>
  `${count(amount)} ${amount === 1 ? one : many}`
