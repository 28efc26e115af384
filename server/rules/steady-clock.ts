import { DAY_MS, HOUR_MS, MINUTE_MS } from './values/durations.ts'

export interface ClockLook {
  /** When the clock was looked at. */
  at: number
  /** Since when every look fitted the one before. */
  steadySince: number
  /** Since when none was three days from the one before: what is older may have been dated by a clock that was days behind. */
  unbrokenSince: number
}

/** Three times as long as the pause between two looks. What is forgotten for its age is older by far. */
const MOST_BETWEEN_LOOKS_MS = 30 * MINUTE_MS
/** For whoever runs the service to put a wrong clock right; and a machine that is off at night has a day longer than this. */
const BELIEVED_AFTER_MS = 6 * HOUR_MS
/** More than a weekend. */
const LONG_LEAP_MS = 3 * DAY_MS

/** A clock that was set looks like a service that was away, and the other way round: neither is believed at once. */
export function lookAgain(last: ClockLook | undefined, now: number): ClockLook {
  if (!last) return { at: now, steadySince: now, unbrokenSince: now }
  const leap = Math.abs(now - last.at)
  const since = (before: number, mostMs: number) => (leap <= mostMs ? Math.min(before, now) : now)
  return {
    at: now,
    steadySince: since(last.steadySince, MOST_BETWEEN_LOOKS_MS),
    unbrokenSince: since(last.unbrokenSince, LONG_LEAP_MS),
  }
}

/** With `ageMs`, also whether something can be said to be that old. */
export const isBelieved = ({ at, steadySince, unbrokenSince }: ClockLook, ageMs = 0): boolean =>
  at - steadySince >= BELIEVED_AFTER_MS && at - unbrokenSince >= ageMs
