import { configOf } from '../../harness/app/config-of.ts'
import { examine } from '../../server/operations/doctor/examine.ts'

/** `state subject` of each finding of the doctor, and the whole findings by subject. */
export async function foundByDoctor(settings: Record<string, string>) {
  const findings = await examine(configOf(settings))
  return {
    states: findings.map(({ state, subject }) => `${state} ${subject}`),
    of: (subject: string) => findings.find((finding) => finding.subject === subject)!,
  }
}
