import { DAY_MS } from '../values/durations.ts'

/** The lease: how long a delivery belongs to the process that claimed it. An attempt takes at most a third of it. */
export const DELIVERY_LEASE_MS = 15_000

const JITTER = 0.1
const LEAST_RETRY_AFTER_MS = 5000
const MOST_RETRY_AFTER_MS = DAY_MS
const ASKS_FOR_TIME = [429, 503]

/** A URL that fails for longer is switched off. */
export const PATIENCE_MS = 5 * DAY_MS

export interface FailedAttempt {
  now: number
  /** How many of the schedule's pauses are over. */
  step: number
  /** When the schedule wanted this attempt, if it came earlier because the receiver asked for that. */
  plannedAt: number | null
  /** The pause that the receiver asked for, if any. */
  retryAfterMs: number | undefined
}

export interface NextAttempt {
  dueAt: number
  step: number
  plannedAt: number | null
}

/**
 * When to try again, or undefined after the last attempt. If the receiver asks for an earlier attempt, it gets an extra
 * one, once per pause of the schedule: so its wishes can neither use up the schedule nor make us call over and over.
 * `chance` lies between 0 and 1.
 */
export function nextAttempt(
  { now, step, plannedAt, retryAfterMs }: FailedAttempt,
  schedule: readonly number[],
  chance: number,
): NextAttempt | undefined {
  const jittered = (pause: number) => now + Math.round(pause * (1 + JITTER * chance))
  if (plannedAt !== null && plannedAt > now)
    return { dueAt: Math.max(plannedAt, now + (retryAfterMs ?? 0)), step, plannedAt: null }
  const pause = schedule[step]
  if (pause === undefined) return undefined
  const planned = jittered(pause)
  const asked =
    retryAfterMs === undefined ? planned : Math.min(jittered(retryAfterMs), now + MOST_RETRY_AFTER_MS)
  return { dueAt: asked, step: step + 1, plannedAt: asked < planned ? planned : null }
}

/** The pause asked for by Retry-After, in seconds or as a date, bounded to between 5 seconds and 24 hours. */
export function retryAfterMs(status: number, header: string | undefined, now: number): number | undefined {
  if (!ASKS_FOR_TIME.includes(status) || !header) return undefined
  const asked = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  if (Number.isNaN(asked)) return undefined
  return Math.min(Math.max(asked, LEAST_RETRY_AFTER_MS), MOST_RETRY_AFTER_MS)
}
