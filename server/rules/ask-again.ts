import { PAYABLE_MS } from './checkout.ts'

const FIRST_PAUSE_MS = 2 * 60_000
const MOST_PAUSE_MS = 3_600_000

/** When to ask the provider about a payment again after so many times; null when it has been asked for a day. */
export function nextAsk(asks: number, createdAt: number, now: number): number | null {
  const next = now + Math.min(FIRST_PAUSE_MS * 2 ** (asks - 1), MOST_PAUSE_MS)
  return next < createdAt + PAYABLE_MS ? next : null
}
