import { wrongField } from '#contract/dashboard/errors.ts'

/** What was sent, where it is one of these. */
export function oneOf<Choice extends string>(
  field: string,
  choices: readonly Choice[],
  sent: string,
): Choice {
  const found = choices.find((each) => each === sent)
  if (found === undefined) throw wrongField(field, `${field} must be one of: ${choices.join(', ')}`)
  return found
}
