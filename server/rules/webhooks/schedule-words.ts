import { countWords } from '../values/count-words.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../values/durations.ts'
import { onFirstUse } from '../values/on-first-use.ts'

const SECOND = { ms: 1000, name: 'second' }

/** Largest first. */
const UNITS = [
  { ms: DAY_MS, name: 'day' },
  { ms: HOUR_MS, name: 'hour' },
  { ms: MINUTE_MS, name: 'minute' },
  SECOND,
  { ms: 1, name: 'millisecond' },
]

function inWords(ms: number, fits: (unitMs: number) => boolean): string {
  const unit = UNITS.find((each) => fits(each.ms)) ?? SECOND
  return countWords(Math.round(ms / unit.ms), unit.name)
}

const list = onFirstUse(() => new Intl.ListFormat('en-GB', { type: 'conjunction' }))

/** "5 seconds, 5 minutes and 2 hours": the pauses between the attempts of a delivery. */
export const pausesInWords = (schedule: readonly number[]): string =>
  list().format(schedule.map((pause) => inWords(pause, (unit) => pause >= unit && pause % unit === 0)))

/** "about 28 hours": how long a delivery is tried. */
export function spanInWords(schedule: readonly number[]): string {
  const span = schedule.reduce((sum, pause) => sum + pause, 0)
  return `about ${inWords(span, (unit) => span === unit || span >= 2 * unit)}`
}
