import { MINUTE_MS } from './values/durations.ts'

export const WINDOW_MS = MINUTE_MS

/** A count that began with its first request and ends a minute later. */
export interface Window {
  used: number
  endsAt: number
}

export interface LimitVerdict {
  allowed: boolean
  limit: number
  remaining: number
  endsAt: number
}

/**
 * Requests do not arrive in the order of their times, and the clocks of instances differ by a little: a window may have
 * begun this much later than a request that is counted in it.
 */
const CLOCKS_DIFFER_MS = 5000

/** A window that ends after this is from a clock that has since been set back. */
export const latestEnd = (now: number): number => now + WINDOW_MS + CLOCKS_DIFFER_MS

export const isOver = (endsAt: number, now: number): boolean => endsAt <= now || endsAt > latestEnd(now)

export const judge = ({ used, endsAt }: Window, limit: number): LimitVerdict => ({
  allowed: used <= limit,
  limit,
  remaining: Math.max(0, limit - used),
  endsAt,
})

/** Whole seconds until the window ends, 1 to 60. */
export const retryAfter = (endsAt: number, now: number): number =>
  Math.min(60, Math.max(1, Math.ceil((endsAt - now) / 1000)))
