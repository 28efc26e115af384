import { PAYABLE_MS } from '../checkout/checkout.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../values/durations.ts'

const FIRST_PAUSE_MS = 2 * MINUTE_MS
const MOST_PAUSE_MS = HOUR_MS
/** So long after the offer has ended: a window that was opened before it can still be paid in. */
const AFTER_THE_OFFER_MS = [5 * MINUTE_MS, HOUR_MS, DAY_MS] as const
/** So long after the bank has promised the money: the provider takes it within moments, and the customer waits. */
const AFTER_THE_PROMISE_MS = [2, 5, 10, 20, 45, 90, 210, 630].map((seconds) => seconds * 1000)
/** A day has more. Nothing is given up before: by a clock that was set ahead, and after a long outage, everything is old. */
const LEAST_ASKS = 24

/** So long after a payment began it is asked about, while the clock is right and the service runs. */
export const ASKED_FOR_MS = PAYABLE_MS + AFTER_THE_OFFER_MS[2]

/** So long the keys are kept under which a payment may have begun: an hour more, for the last time to be late. */
export const KEYS_KEPT_MS = ASKED_FOR_MS + MOST_PAUSE_MS

/** No pause is longer: what is due later was dated by a clock that has been set back since. */
export const LONGEST_PAUSE_MS = AFTER_THE_OFFER_MS[2]

/** Capturing follows within moments; what is still only promised after this stays so. */
export const CAPTURED_WITHIN_MS = 10 * MINUTE_MS

/**
 * Whether the bank has promised the money a moment ago: the provider is taking it, and nobody is to pay once more. What is
 * dated ahead is from a clock that has been set back since.
 */
export const isBeingTaken = (
  { status, promised_at }: { status: string; promised_at: number | null },
  now: number,
): boolean => status === 'started' && promised_at !== null && Math.abs(now - promised_at) < CAPTURED_WITHIN_MS

/** When to ask about a payment of which it has just been heard that the bank has promised the money. */
export const firstAskAfterPromise = (now: number): number => now + AFTER_THE_PROMISE_MS[0]!

interface Asked {
  asks: number
  created_at: number
  promised_at: number | null
}

/** When to ask the provider about a payment again; null when this time was the last. */
export function nextAsk({ asks, created_at, promised_at }: Asked, now: number): number | null {
  const usual = usualAsk(asks, created_at, now)
  const soon = promised_at === null ? undefined : firstAfter(now, promised_at, AFTER_THE_PROMISE_MS)
  return soon !== undefined && (usual === null || soon < usual) ? soon : usual
}

function usualAsk(asks: number, createdAt: number, now: number): number | null {
  const next = now + Math.min(FIRST_PAUSE_MS * 2 ** (asks - 1), MOST_PAUSE_MS)
  const end = createdAt + PAYABLE_MS
  if (next < end || asks < LEAST_ASKS) return next
  return firstAfter(now, end, AFTER_THE_OFFER_MS) ?? null
}

const firstAfter = (now: number, start: number, pauses: readonly number[]): number | undefined =>
  pauses.map((pause) => start + pause).find((at) => at > now)
