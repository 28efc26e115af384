import { refuse } from '#contract/errors.ts'

/** What was sent, once its rules hold; else the sentence of the one that does not is the refusal. */
export function checkedValue<T>(checked: { value: T } | { problem: string }): T {
  if ('problem' in checked) throw refuse('invalid_field', { sentence: checked.problem })
  return checked.value
}
