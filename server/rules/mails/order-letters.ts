import { HOUR_MS } from '../values/durations.ts'

/** Hours begin as in India, whose clocks are half an hour off UTC's hours. */
const SHIFT_MS = HOUR_MS / 2

/** The hour in which letters are counted: `until` is the beginning of the next. */
export function letterHour(at: number): { from: number; until: number } {
  const from = Math.floor((at + SHIFT_MS) / HOUR_MS) * HOUR_MS - SHIFT_MS
  return { from, until: from + HOUR_MS }
}
