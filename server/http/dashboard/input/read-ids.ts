import { wrongField } from '#contract/dashboard/errors.ts'
import { MANY_MOST } from '#contract/dashboard/many.ts'
import { parseId } from '../../../rules/values/uuid.ts'

/** The ids of what is to be done at once, in the form in which they are kept, each once. */
export function readIds(field: string, sent: readonly string[]): string[] {
  const ids = sent.map((text) => {
    const id = parseId(text)
    if (!id) throw wrongField(field, `${field} must be ids`)
    return id
  })
  if (ids.length === 0) throw wrongField(field, `${field} must name at least one`)
  if (ids.length > MANY_MOST) throw wrongField(field, `Choose at most ${MANY_MOST} at a time`)
  return [...new Set(ids)]
}
