import { hasEnded, latestNow } from './set-back-clock.ts'
import { MINUTE_MS } from './values/durations.ts'

export const WINDOW_MS = MINUTE_MS

/** A count of requests that starts with the first one and ends a minute later. */
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

/** A window that ends later was started by a clock that has since been set back. */
export const latestEnd = (now: number): number => latestNow(now) + WINDOW_MS

export const isOver = (endsAt: number, now: number): boolean => hasEnded(endsAt, WINDOW_MS, now)

export const judge = ({ used, endsAt }: Window, limit: number): LimitVerdict => ({
  allowed: used <= limit,
  limit,
  remaining: Math.max(0, limit - used),
  endsAt,
})

/** Whole seconds until the window ends, 1 to 60. */
export const retryAfter = (endsAt: number, now: number): number =>
  Math.min(60, Math.max(1, Math.ceil((endsAt - now) / 1000)))
