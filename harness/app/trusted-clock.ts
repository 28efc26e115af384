import type { Clock } from '../../server/clock.ts'

/** The clock of a test, which stands still or is moved on purpose. */
export const trustedClock = (now: () => number): Clock => ({
  now,
  wasSetAhead: () => false,
  clockMayBeWrong: false,
})
