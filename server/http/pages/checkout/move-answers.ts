import type { CustomQuestion } from '#contract/products.ts'
import { placesIn } from '../../../rules/checkout/question-fingerprints.ts'
import type { Form } from '../form/parse-multipart.ts'

const ANSWER = /^(?:answer|kept|proof)-\d+$/
const NAMES = ['answer', 'kept', 'proof']

/**
 * Moves each answer to the number that its question has now, and drops answers to questions that are no longer asked.
 */
export function moveAnswers(form: Form, asked: string, questions: readonly CustomQuestion[]): Form {
  const places = placesIn(asked, questions)
  const moved = <Value>(sent: ReadonlyMap<string, Value>): Map<string, Value> => {
    const kept = new Map([...sent].filter(([name]) => !ANSWER.test(name)))
    for (const [now, then] of places.entries()) {
      for (const name of NAMES) {
        const value = then === undefined ? undefined : sent.get(`${name}-${then}`)
        if (value !== undefined) kept.set(`${name}-${now}`, value)
      }
    }
    return kept
  }
  return { fields: moved(form.fields), files: moved(form.files) }
}
