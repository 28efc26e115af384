import { isDeepStrictEqual } from 'node:util'
import { DashboardError } from '#contract/dashboard/errors.ts'

/**
 * Refuses an edit if a field that it names no longer has the value with which the form was opened. Fields that it does
 * not name may have changed.
 */
export function unlessChanged(was: unknown, now: Readonly<Record<string, unknown>>): void {
  if (typeof was !== 'object' || was === null) return
  const isAsItWas = ([name, value]: [string, unknown]) => isDeepStrictEqual(value, now[name])
  if (!Object.entries(was).every(isAsItWas)) throw new DashboardError('changed_meanwhile')
}
