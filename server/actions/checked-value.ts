import { refuse } from '#contract/errors.ts'

/** The value if it passed its checks; otherwise refuses with the problem's sentence. */
export function checkedValue<T>(checked: { value: T } | { problem: string }): T {
  if ('problem' in checked) throw refuse('invalid_field', { sentence: checked.problem })
  return checked.value
}
