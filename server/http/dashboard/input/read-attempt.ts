import { wrongField } from '#contract/dashboard/errors.ts'
import { parseId } from '../../../rules/values/uuid.ts'

/** The idempotency key of a form: sent again after a lost answer, it creates nothing twice. */
export function readAttempt(attempt: string): string {
  const key = parseId(attempt)
  if (!key) throw wrongField('attempt', 'attempt must be a UUID')
  return key
}
