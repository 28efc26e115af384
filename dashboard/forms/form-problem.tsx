import { Problem } from '../parts/states.tsx'
import type { Form } from './use-form.ts'
import { isStale } from './use-refusal.ts'

/** Says beside the button why saving failed. Conflicts with changes made elsewhere have a notice of their own. */
export function FormProblem<T>({ form }: { form: Form<T> }) {
  if (form.problem === undefined || (form.newer.length > 0 && isStale(form.problem))) return null
  return <Problem error={form.problem} />
}
