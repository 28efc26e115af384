import { latestNow } from '../set-back-clock.ts'
import { MINUTE_MS } from '../values/durations.ts'

/** Longer than any image store takes to remove a file or to fail. */
export const REMOVED_WITHIN_MS = 2 * MINUTE_MS

/** A removal that ends later than this was claimed by a clock that has since been set back, and does not count. */
export const latestRemoval = (now: number): number => latestNow(now) + REMOVED_WITHIN_MS
