import { dateWords } from '#contract/date-words.ts'
import { MINUTE_MS } from './durations.ts'
import { onFirstUse } from './on-first-use.ts'

const inIndia = onFirstUse(() => dateWords('Asia/Kolkata'))

/** "14 Nov 2026", in Indian time. */
export const formatDay = (at: number): string => inIndia().day(at)

/** "14 Nov 2026, 4:05 pm", in Indian time. */
export const formatDate = (at: number): string => inIndia().dateTime(at)

/** The same, rounded up to a whole minute, so that the moment has passed by the time shown. */
export const formatMinuteAfter = (at: number): string => formatDate(at + MINUTE_MS - 1)

const forSheet = onFirstUse(
  () =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata', dateStyle: 'short', timeStyle: 'short' }),
)

/** "2026-11-14 16:05", in Indian time: a form that spreadsheets sort and calculate with. */
export const formatForSheet = (at: number): string => forSheet().format(at)
