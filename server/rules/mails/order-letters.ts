import { HOUR_MS } from '../values/durations.ts'

/** Hours begin with India's, half an hour after UTC's. */
const SHIFT_MS = HOUR_MS / 2

/** The hour in which the letters are counted: from its beginning, until before the next one's. */
export function letterHour(at: number): { from: number; until: number } {
  const from = Math.floor((at + SHIFT_MS) / HOUR_MS) * HOUR_MS - SHIFT_MS
  return { from, until: from + HOUR_MS }
}
