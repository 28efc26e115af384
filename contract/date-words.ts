/** Of all ways to write English only the American one has three letters for every month; others say “Sept”. */
const LANGUAGE = 'en-US'

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
  const partsOf = (at: number) =>
    Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))

  /** "14 Nov" */
  const shortDay = (at: number): string => {
    const { day, month } = partsOf(at)
    return `${day} ${month}`
  }
  /** "14 Nov 2026" */
  const day = (at: number): string => `${shortDay(at)} ${partsOf(at).year}`
  /** "14 Nov 2026, 4:05 pm" */
  const dateTime = (at: number): string => {
    const { hour, minute, dayPeriod } = partsOf(at)
    return `${day(at)}, ${hour}:${minute} ${dayPeriod?.toLowerCase()}`
  }
  return { shortDay, day, dateTime }
}
