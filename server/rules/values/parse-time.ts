import { isoTime } from './iso-time.ts'

/** Milliseconds since 1970 of an ISO date, with its time or without; undefined where it is none. */
export function parseTime(text: string): number | undefined {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? []
  const at = Date.parse(text)
  if (day === undefined || Number.isNaN(at)) return undefined
  // JavaScript takes 31 February for 3 March.
  return isoTime(Date.parse(day)).startsWith(day) ? at : undefined
}
