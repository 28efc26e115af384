/** The wall clock, which people and machines set, compared with a monotonic one. */
export interface Clock {
  now(): number
  /** True if the time was set ahead within the last so many milliseconds: leases then seem to be over that are not. */
  wasSetAhead(withinMs: number): boolean
  /** False for the clock of a test, which is moved on purpose. */
  readonly clockMayBeWrong: boolean
}

/** A smaller jump needs no pause: leases last several times as long as the work that they are for. */
const NOTABLE_MS = 5000

export function watchedClock(now: () => number = Date.now, steady = () => performance.now()): Clock {
  let last = { now: now(), steady: steady() }
  let setAheadAt = Number.NEGATIVE_INFINITY
  return {
    now,
    wasSetAhead(withinMs) {
      const current = { now: now(), steady: steady() }
      if (current.now - last.now - (current.steady - last.steady) > NOTABLE_MS) setAheadAt = current.steady
      last = current
      return current.steady - setAheadAt < withinMs
    },
    clockMayBeWrong: true,
  }
}
