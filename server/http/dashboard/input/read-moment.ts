import { wrongField } from '#contract/dashboard/errors.ts'
import { parseTime } from '../../../rules/values/parse-time.ts'

const SHAPE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/

/** A moment as ISO 8601 with its zone, in milliseconds since 1970. */
export function readMoment(field: string, text: string): number {
  const at = SHAPE.test(text) ? parseTime(text) : undefined
  if (at === undefined) throw wrongField(field, `${field} must be an ISO 8601 date and time`)
  return at
}
