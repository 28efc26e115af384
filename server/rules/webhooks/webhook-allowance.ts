/**
 * The most deliveries at once to a URL that answers, and to one that answers slowly. A failing one gets a single one.
 */
const MOST = 32
const MOST_WHEN_SLOW = 8
export const SLOW_MS = 500

export type Experience = { succeeded: boolean; durationMs: number }

/** How many deliveries may run at once to a URL, after its latest result. It begins at 1. */
export function nextAllowance(allowance: number, { succeeded, durationMs }: Experience): number {
  if (!succeeded) return 1
  return Math.min(allowance * 2, durationMs > SLOW_MS ? MOST_WHEN_SLOW : MOST)
}
