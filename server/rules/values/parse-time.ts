import { isoTime } from './iso-time.ts'

const NAMES_NO_ZONE = /^\S+[T ][\d:.]+$/i

/**
 * Milliseconds since 1970 of an ISO date, with its time or without; undefined where it is none. Without a zone it is UTC,
 * as all times are that we write: left to JavaScript a date alone would be UTC, and one with a time the machine's.
 */
export function parseTime(text: string): number | undefined {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? []
  const at = Date.parse(NAMES_NO_ZONE.test(text) ? `${text}Z` : text)
  if (day === undefined || Number.isNaN(at)) return undefined
  // JavaScript takes 31 February for 3 March.
  return isoTime(Date.parse(day)).startsWith(day) ? at : undefined
}
