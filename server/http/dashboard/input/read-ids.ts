import { wrongField } from '#contract/dashboard/errors.ts'
import { MANY_MOST } from '#contract/dashboard/many.ts'
import { parseId } from '../../../rules/values/uuid.ts'

/** The ids of a bulk action, in the form in which they are stored and without duplicates. */
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

interface Beside {
  ids: readonly string[]
  /** What the ids name, for the refusal: `orders`, `products`. */
  of: string
  field: string
  values: readonly string[]
}

/** Maps each id to the value that was sent at its position. */
export function readBeside({ ids, of, field, values }: Beside): ReadonlyMap<string, string> {
  if (values.length !== ids.length) throw wrongField(field, `${field} must have one for each of the ${of}`)
  return new Map(ids.map((id, place) => [parseId(id)!, values[place]!]))
}
