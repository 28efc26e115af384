/** The time of day, which people and machines set, held against a clock that only runs. */
export interface Clock {
  now(): number
  /** True if the time was set ahead within the last so many milliseconds: claims then seem to be over that are not. */
  wasSetAhead(withinMs: number): boolean
  /** Not that of a test, which moves it on purpose. */
  readonly clockMayBeWrong: boolean
}

/** Less than this is not worth a pause: claims last several times as long as what they are for. */
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

/** A clock of the caller's own, moved on purpose. */
export const trustedClock = (now: () => number): Clock => ({
  now,
  wasSetAhead: () => false,
  clockMayBeWrong: false,
})
