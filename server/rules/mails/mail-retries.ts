import { DAY_MS, HOUR_MS } from '../values/durations.ts'

/** How long a mail belongs to whoever has claimed it. */
export const MAIL_LEASE_MS = 120_000

const FIRST_PAUSE_MS = 10_000
const MOST_PAUSE_MS = HOUR_MS
/** With the pauses between them they take a day. */
const MOST_TRIES = 32

/**
 * When to try a mail again after so many tries; undefined after the last. Tries are counted rather than hours, so that
 * one that waited for a mail server, or for this service to start again, still has all of them before it.
 */
export const nextMailTry = (attempts: number, now: number): number | undefined =>
  attempts < MOST_TRIES ? now + Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MOST_PAUSE_MS) : undefined

/** Longer than a weekend without a mail server, and short enough that nobody reads of an order that has come long ago. */
const OF_USE_MS = 7 * DAY_MS

/** What fell due before is sent no more. By when it was due rather than written: what is tried again or sent again is not late. */
export const lateBefore = (now: number): number => now - OF_USE_MS
