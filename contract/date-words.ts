/** Only American English abbreviates every month to three letters; the others write “Sept”. */
const LANGUAGE = 'en-US'

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

/** "14 Nov" */
const shortDay = ({ day, month }: Parts): string => `${day} ${month}`
/** "14 Nov 2026" */
const day = (parts: Parts): string => `${shortDay(parts)} ${parts.year}`
/** "14 Nov 2026, 4:05 pm" */
const dateTime = (parts: Parts): string =>
  `${day(parts)}, ${parts.hour}:${parts.minute} ${parts.dayPeriod?.toLowerCase()}`

/** Dates as customers, sellers and mails read them, in a time zone or in the reader's own. */
export function dateWords(timeZone?: string) {
  const format = new Intl.DateTimeFormat(LANGUAGE, {
    ...(timeZone !== undefined && { timeZone }),
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  })
  const saidBy = (say: (parts: Parts) => string) => (at: number) =>
    say(Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value])))
  return { shortDay: saidBy(shortDay), day: saidBy(day), dateTime: saidBy(dateTime) }
}
