import { createHash } from 'node:crypto'
import type { CustomQuestion } from '#contract/products.ts'

const CHARACTERS = 10
const BETWEEN = '.'
/** Fingerprints that match no question. */
export const NO_QUESTIONS = '-'

const fingerprintOf = ({ question, type }: CustomQuestion): string =>
  createHash('sha256').update(`${type} ${question}`).digest('base64url').slice(0, CHARACTERS)

/** Carried by a form, so that its answers are matched to their questions even if the product's questions change. */
export const questionFingerprints = (questions: readonly CustomQuestion[]): string =>
  questions.map(fingerprintOf).join(BETWEEN)

/** For each question, its place in the list behind these fingerprints; undefined where it was not in it. */
export function placesIn(fingerprints: string, questions: readonly CustomQuestion[]): (number | undefined)[] {
  const left: (string | undefined)[] = fingerprints.split(BETWEEN)
  return questions.map((question) => {
    const place = left.indexOf(fingerprintOf(question))
    if (place === -1) return undefined
    left[place] = undefined
    return place
  })
}
