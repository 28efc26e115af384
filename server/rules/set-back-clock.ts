/**
 * Requests do not arrive in the order of their times, and the clocks of instances differ by a little: what was written
 * before may be dated this much later.
 */
const CLOCKS_DIFFER_MS = 5000

/** What is dated after this is from a clock that has since been set back. */
export const latestNow = (now: number): number => now + CLOCKS_DIFFER_MS

/** Whether something that takes so long has ended, also where only such a clock would let it end later. */
export const hasEnded = (endsAt: number, lengthMs: number, now: number): boolean =>
  endsAt <= now || endsAt > latestNow(now) + lengthMs
