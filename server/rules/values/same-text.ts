import { timingSafeEqual } from 'node:crypto'

/** Compares signatures in constant time, so that timing does not reveal how much of a guess was right. */
export function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
