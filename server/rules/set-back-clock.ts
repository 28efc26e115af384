/**
 * Requests do not arrive in the order of their times, and the clocks of instances differ a little: rows already written
 * may be dated this much later than now.
 */
const CLOCKS_DIFFER_MS = 5000

/** A date after this was set by a clock that has since been set back. */
export const latestNow = (now: number): number => now + CLOCKS_DIFFER_MS

/**
 * Whether something of this length has ended. If it would end later than its length allows, such a clock dated it, and
 * it counts as ended.
 */
export const hasEnded = (endsAt: number, lengthMs: number, now: number): boolean =>
  endsAt <= now || endsAt > latestNow(now) + lengthMs
