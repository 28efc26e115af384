import { latestNow } from '../set-back-clock.ts'
import { MINUTE_MS } from '../values/durations.ts'

/** Longer than any image store takes to remove a file, or to give up. */
export const REMOVED_WITHIN_MS = 2 * MINUTE_MS

/** An image that is being removed for longer was claimed by a clock that has since been set back, and is not. */
export const latestRemoval = (now: number): number => latestNow(now) + REMOVED_WITHIN_MS
