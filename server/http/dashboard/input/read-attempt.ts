import { wrongField } from '#contract/dashboard/errors.ts'
import { parseId } from '../../../rules/values/uuid.ts'

/** The name under which a form is sent, so that nothing is made twice where its answer was lost. */
export function readAttempt(attempt: string): string {
  const key = parseId(attempt)
  if (!key) throw wrongField('attempt', 'attempt must be a UUID')
  return key
}
