const JITTER = 0.1
const LEAST_RETRY_AFTER_MS = 5000
const MOST_RETRY_AFTER_MS = 86_400_000
const ASKS_FOR_TIME = [429, 503]

export interface FailedAttempt {
  /** How often it has been tried by now. */
  attempts: number
  /** The receiver's wish for the next attempt, if it had one. */
  retryAfterMs: number | undefined
}

/** The pause before the next attempt, or undefined when there is none. `chance` lies between 0 and 1. */
export function pauseBeforeRetry(
  { attempts, retryAfterMs }: FailedAttempt,
  schedule: readonly number[],
  chance: number,
): number | undefined {
  const planned = schedule[attempts - 1]
  if (planned === undefined) return undefined
  const pause = (retryAfterMs ?? planned) * (1 + JITTER * chance)
  return Math.round(retryAfterMs === undefined ? pause : Math.min(pause, MOST_RETRY_AFTER_MS))
}

/** What a receiver asks for with Retry-After, in seconds or as a date, within 5 seconds to 24 hours. */
export function retryAfterMs(status: number, header: string | undefined, now: number): number | undefined {
  if (!ASKS_FOR_TIME.includes(status) || !header) return undefined
  const asked = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  if (Number.isNaN(asked)) return undefined
  return Math.min(Math.max(asked, LEAST_RETRY_AFTER_MS), MOST_RETRY_AFTER_MS)
}
