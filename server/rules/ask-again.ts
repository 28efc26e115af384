import { PAYABLE_MS } from './checkout.ts'

const FIRST_PAUSE_MS = 2 * 60_000
const MOST_PAUSE_MS = 3_600_000
/** So long after the offer has ended: a window that was opened before it can still be paid in. */
const AFTER_THE_OFFER_MS = [5 * 60_000, 3_600_000, 24 * 3_600_000] as const

/** So long after a payment began nobody asks about it any more. */
export const ASKED_FOR_MS = PAYABLE_MS + AFTER_THE_OFFER_MS[2]

/** So long the keys are kept under which a payment may have begun: an hour more, for the last time to be late. */
export const KEYS_KEPT_MS = ASKED_FOR_MS + MOST_PAUSE_MS

/** When to ask the provider about a payment again after so many times; null when this time was the last. */
export function nextAsk(asks: number, createdAt: number, now: number): number | null {
  const next = now + Math.min(FIRST_PAUSE_MS * 2 ** (asks - 1), MOST_PAUSE_MS)
  const end = createdAt + PAYABLE_MS
  if (next < end) return next
  return AFTER_THE_OFFER_MS.map((after) => end + after).find((at) => at > now) ?? null
}
