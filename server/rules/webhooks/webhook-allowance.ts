/** A URL that answers may be sent this many at once; one that answers slowly fewer; one that fails a single one. */
const MOST = 32
const MOST_WHEN_SLOW = 8
export const SLOW_MS = 500

export type Experience = { succeeded: boolean; durationMs: number }

/** How many may be under way to a URL at once, after the latest experience with it. It begins at 1. */
export function nextAllowance(allowance: number, { succeeded, durationMs }: Experience): number {
  if (!succeeded) return 1
  return Math.min(allowance * 2, durationMs > SLOW_MS ? MOST_WHEN_SLOW : MOST)
}
