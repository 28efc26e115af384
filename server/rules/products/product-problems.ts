import { PRODUCT_FIELDS, REQUIRED_FIELDS, REQUIRED_SENTENCE } from './product-fields.ts'

/** The sentence for every field that breaks its rule; the API answers with the first only. */
export function productProblems(body: Record<string, unknown>, isNew: boolean): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const [name, field] of Object.entries(PRODUCT_FIELDS)) {
    if (!Object.hasOwn(body, name)) continue
    const problem = field.problem(body[name], name)
    if (problem) problems[name] = problem
  }
  if (!isNew) return problems
  for (const name of REQUIRED_FIELDS) {
    if ((body[name] ?? null) === null) problems[name] = REQUIRED_SENTENCE
  }
  return problems
}
