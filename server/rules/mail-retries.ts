const FIRST_PAUSE_MS = 10_000
const MOST_PAUSE_MS = 3_600_000
export const MAIL_TRIED_FOR_MS = 24 * 3_600_000

/** When to try a mail again after so many tries; undefined when it has been tried for a day. */
export function nextMailTry(attempts: number, createdAt: number, now: number): number | undefined {
  const next = now + Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MOST_PAUSE_MS)
  return next < createdAt + MAIL_TRIED_FOR_MS ? next : undefined
}
