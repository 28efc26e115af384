import { DAY_MS, HOUR_MS } from '../values/durations.ts'

/** How long a claimed mail stays with the process that claimed it. */
export const MAIL_LEASE_MS = 120_000

const FIRST_PAUSE_MS = 10_000
const MOST_PAUSE_MS = HOUR_MS
/** All tries and their pauses together take a day. */
const MOST_TRIES = 32

/**
 * When to try a mail again after this many tries; undefined after the last. It counts tries and not hours, so that a
 * mail that waited for the mail server or for a restart of this service still has all its tries.
 */
export const nextMailTry = (attempts: number, now: number): number | undefined =>
  attempts < MOST_TRIES ? now + Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MOST_PAUSE_MS) : undefined

/**
 * Longer than a weekend without a mail server, but short enough that no customer reads about an order that came long
 * ago.
 */
const OF_USE_MS = 7 * DAY_MS

/**
 * Mails that fell due before this are given up. It goes by due time, not by time of writing: a mail that is retried or
 * sent again is not late.
 */
export const lateBefore = (now: number): number => now - OF_USE_MS
