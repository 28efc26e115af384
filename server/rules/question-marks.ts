import { createHash } from 'node:crypto'
import type { CustomQuestion } from '#contract/products.ts'

const CHARACTERS = 10
const BETWEEN = '.'
/** The marks of no questions that there can be. */
export const NO_MARKS = '-'

const markOf = ({ question, type }: CustomQuestion): string =>
  createHash('sha256').update(`${type} ${question}`).digest('base64url').slice(0, CHARACTERS)

/** What a form carries so that its answers are known by their questions, also when others are asked since. */
export const questionMarks = (questions: readonly CustomQuestion[]): string =>
  questions.map(markOf).join(BETWEEN)

/** For each question the number that it had where these marks were made; undefined where it was not asked. */
export function placesIn(marks: string, questions: readonly CustomQuestion[]): (number | undefined)[] {
  const left: (string | undefined)[] = marks.split(BETWEEN)
  return questions.map((question) => {
    const place = left.indexOf(markOf(question))
    if (place === -1) return undefined
    left[place] = undefined
    return place
  })
}
