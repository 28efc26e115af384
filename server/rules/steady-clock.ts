import { DAY_MS, HOUR_MS, MINUTE_MS } from './values/durations.ts'

export interface ClockReading {
  /** When the clock was read. */
  at: number
  /** The time since which no two successive readings were more than half an hour apart. */
  steadySince: number
  /**
   * The time since which no two successive readings were three days apart: an older date may be from a clock that was
   * days behind.
   */
  unbrokenSince: number
}

/** Three times the pause between two readings, and far less than the age at which anything is forgotten. */
const MOST_BETWEEN_READINGS_MS = 30 * MINUTE_MS
/**
 * Time for the operator to correct a wrong clock. A machine that is off at night still runs longer than this each day.
 */
const BELIEVED_AFTER_MS = 6 * HOUR_MS
/** More than a weekend. */
const LONG_LEAP_MS = 3 * DAY_MS

/** A clock that was set and a service that was away look alike: after either the clock is not believed at once. */
export function nextReading(last: ClockReading | undefined, now: number): ClockReading {
  if (!last) return { at: now, steadySince: now, unbrokenSince: now }
  const leap = Math.abs(now - last.at)
  const since = (before: number, mostMs: number) => (leap <= mostMs ? Math.min(before, now) : now)
  return {
    at: now,
    steadySince: since(last.steadySince, MOST_BETWEEN_READINGS_MS),
    unbrokenSince: since(last.unbrokenSince, LONG_LEAP_MS),
  }
}

/** With `ageMs`, also whether the clock has run without a long leap for that long. */
export const isBelieved = ({ at, steadySince, unbrokenSince }: ClockReading, ageMs = 0): boolean =>
  at - steadySince >= BELIEVED_AFTER_MS && at - unbrokenSince >= ageMs
