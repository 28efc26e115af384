import { createHash } from 'node:crypto'
import type { CustomQuestion } from '#contract/products.ts'

const CHARACTERS = 10
const BETWEEN = '.'
/** Those of no questions that there can be. */
export const NO_QUESTIONS = '-'

const fingerprintOf = ({ question, type }: CustomQuestion): string =>
  createHash('sha256').update(`${type} ${question}`).digest('base64url').slice(0, CHARACTERS)

/** What a form carries so that its answers are known by their questions, also when others are asked since. */
export const questionFingerprints = (questions: readonly CustomQuestion[]): string =>
  questions.map(fingerprintOf).join(BETWEEN)

/** For each question the number that it had where these were made; undefined where it was not asked. */
export function placesIn(fingerprints: string, questions: readonly CustomQuestion[]): (number | undefined)[] {
  const left: (string | undefined)[] = fingerprints.split(BETWEEN)
  return questions.map((question) => {
    const place = left.indexOf(fingerprintOf(question))
    if (place === -1) return undefined
    left[place] = undefined
    return place
  })
}
