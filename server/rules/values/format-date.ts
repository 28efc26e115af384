import { MINUTE_MS } from './durations.ts'
import { onFirstUse } from './on-first-use.ts'

const inParts = onFirstUse(
  () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: 'Asia/Kolkata',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
    }),
)

const partsOf = (at: number) =>
  Object.fromEntries(
    inParts()
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )

/** "14 Nov 2026", in Indian time. */
export function formatDay(at: number): string {
  const { day, month, year } = partsOf(at)
  return `${day} ${month} ${year}`
}

/** "14 Nov 2026, 4:05 pm", in Indian time. */
export function formatDate(at: number): string {
  const { hour, minute, dayPeriod } = partsOf(at)
  return `${formatDay(at)}, ${hour}:${minute} ${dayPeriod?.toLowerCase()}`
}

/** The same, rounded up to a whole minute: what ends at that moment is over by then. */
export const formatMinuteAfter = (at: number): string => formatDate(at + MINUTE_MS - 1)

const forSheet = onFirstUse(
  () =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata', dateStyle: 'short', timeStyle: 'short' }),
)

/** "2026-11-14 16:05", in Indian time: what spreadsheets sort and count. */
export const formatForSheet = (at: number): string => forSheet().format(at)
