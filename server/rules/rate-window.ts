export const WINDOW_MS = 60_000

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

/** Over, or from a clock that has since been set back. */
export const isOver = (endsAt: number, now: number): boolean => endsAt <= now || endsAt > now + WINDOW_MS

export const judge = ({ used, endsAt }: Window, limit: number): LimitVerdict => ({
  allowed: used <= limit,
  limit,
  remaining: Math.max(0, limit - used),
  endsAt,
})

/** Whole seconds until the window ends, 1 to 60. */
export const retryAfter = (endsAt: number, now: number): number =>
  Math.min(60, Math.max(1, Math.ceil((endsAt - now) / 1000)))
