import { Refused } from '../actions/refused.ts'
import { parseTime } from '../rules/values/parse-time.ts'
import { parseId } from '../rules/values/uuid.ts'

/** The id in its stored form; text that cannot be an id becomes one that nothing has. */
export const idOf = (text: string): string => parseId(text) ?? ''

/** The whole number of an option; undefined where it was not given. */
export function numberOf(name: string, text: string): number
export function numberOf(name: string, text: string | undefined): number | undefined
export function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) throw new Refused(`--${name} must be a whole number, not "${text}"`)
  return Number(text)
}

/** A time as milliseconds since 1970: an ISO date such as 2026-11-14 or 2026-11-14T10:30:00Z. */
export function timeOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const at = parseTime(text)
  if (at === undefined)
    throw new Refused(`--${name} must be a time such as 2026-11-14T10:30:00Z, not "${text}"`)
  return at
}
