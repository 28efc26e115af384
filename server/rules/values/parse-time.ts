import { isoTime } from './iso-time.ts'

const NAMES_NO_ZONE = /^\S+[T ][\d:.]+$/i

/**
 * Parses an ISO date, with or without a time, to milliseconds since 1970; undefined if it is none. Without a zone it is
 * UTC, like all times that we write: JavaScript would read a bare date as UTC, but a date with a time in the machine's
 * zone.
 */
export function parseTime(text: string): number | undefined {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? []
  const at = Date.parse(NAMES_NO_ZONE.test(text) ? `${text}Z` : text)
  if (day === undefined || Number.isNaN(at)) return undefined
  // JavaScript reads 31 February as 3 March.
  return isoTime(Date.parse(day)).startsWith(day) ? at : undefined
}
