import { HOUR_MS, MINUTE_MS } from './values/durations.ts'

/** That the clock was looked at, and since when every look fitted the one before. */
export interface ClockLook {
  at: number
  steadySince: number
}

/** Three times as long as the pause between two looks. What is forgotten for its age is older by far. */
const MOST_BETWEEN_LOOKS_MS = 30 * MINUTE_MS
/** For whoever runs the service to put a wrong clock right; and a machine that is off at night has a day longer than this. */
const BELIEVED_AFTER_MS = 6 * HOUR_MS

/** A clock that was set looks like a service that was away, and the other way round: neither is believed at once. */
export const lookAgain = (last: ClockLook | undefined, now: number): ClockLook => {
  const fits = last !== undefined && Math.abs(now - last.at) <= MOST_BETWEEN_LOOKS_MS
  return { at: now, steadySince: fits ? Math.min(last.steadySince, now) : now }
}

export const isBelieved = ({ at, steadySince }: ClockLook): boolean => at - steadySince >= BELIEVED_AFTER_MS
