import { Problem } from '../parts/states.tsx'
import type { Form } from './use-form.ts'
import { isStale } from './use-refusal.ts'

/** Why it was not saved, beside the button that was pressed; what was changed elsewhere has a notice of its own. */
export function FormProblem<T>({ form }: { form: Form<T> }) {
  if (form.problem === undefined || (form.newer.length > 0 && isStale(form.problem))) return null
  return <Problem error={form.problem} />
}
