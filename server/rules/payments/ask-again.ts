import { PAYABLE_MS } from '../checkout/checkout.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../values/durations.ts'

const FIRST_PAUSE_MS = 2 * MINUTE_MS
const MOST_PAUSE_MS = HOUR_MS
/** How long after the checkout stopped being payable: a payment window that was opened before can still be used. */
const AFTER_THE_OFFER_MS = [5 * MINUTE_MS, HOUR_MS, DAY_MS] as const
/** How long after the bank promised the money: the provider takes it within moments, and the customer waits. */
const AFTER_THE_PROMISE_MS = [2, 5, 10, 20, 45, 90, 210, 630].map((seconds) => seconds * 1000)
/**
 * Fewer than a day's questions. No payment is given up before: after a long outage, or with a clock set ahead, every
 * payment looks old.
 */
const LEAST_ASKS = 24

/** How long a payment is asked about, while the clock is right and the service runs. */
export const ASKED_FOR_MS = PAYABLE_MS + AFTER_THE_OFFER_MS[2]

/**
 * How long former keys are kept, under which a payment may have begun: an hour longer, since the last question may be
 * late.
 */
export const KEYS_KEPT_MS = ASKED_FOR_MS + MOST_PAUSE_MS

/** The longest pause: a later due time was set by a clock that has been set back since. */
export const LONGEST_PAUSE_MS = AFTER_THE_OFFER_MS[2]

/** Money is captured moments after the promise; if it is only promised after this time, it will stay so. */
export const CAPTURED_WITHIN_MS = 10 * MINUTE_MS

/**
 * Whether the bank promised the money moments ago: the provider is taking it, and the customer must not pay again. A
 * promise dated ahead is from a clock that has been set back since.
 */
export const isBeingTaken = (
  { status, promised_at }: { status: string; promised_at: number | null },
  now: number,
): boolean => status === 'started' && promised_at !== null && Math.abs(now - promised_at) < CAPTURED_WITHIN_MS

/** When to ask next about a payment whose promise by the bank was just reported. */
export const firstAskAfterPromise = (now: number): number => now + AFTER_THE_PROMISE_MS[0]!

interface Asked {
  asks: number
  created_at: number
  promised_at: number | null
}

/** When to ask the provider about a payment again; null if this was the last time. */
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
