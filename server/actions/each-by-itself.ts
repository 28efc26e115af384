import type { ManyOutcome } from '#contract/dashboard/many.ts'
import { ApiError } from '#contract/errors.ts'
import { Refused } from './refused.ts'

/** So many at a time leave room for others, who share the connections to the database. */
const AT_ONCE = 5

type Became<Why> = 'done' | 'already' | { refused: Why }

/**
 * Does the same to many things, each as it would be done alone. What fails for another reason than a refusal ends it: then
 * nobody knows how far it came, and whoever asks again is told.
 */
export async function eachByItself<Thing extends { id: string }, Why>(
  things: readonly Thing[],
  work: (thing: Thing) => Promise<Became<Why>>,
): Promise<ManyOutcome<Why>> {
  const outcome: ManyOutcome<Why> = { done: [], already: [], refused: [] }
  for (let from = 0; from < things.length; from += AT_ONCE) {
    const together = things.slice(from, from + AT_ONCE)
    const became = await Promise.all(together.map(work))
    for (const [i, each] of became.entries()) {
      const { id } = together[i]!
      if (typeof each === 'string') outcome[each].push(id)
      else outcome.refused.push({ id, ...each.refused })
    }
  }
  return outcome
}

/** What was asked for cannot be; anything else that is thrown is a failure of ours. */
export const isRefusal = (error: unknown): error is ApiError | Refused =>
  error instanceof Refused || (error instanceof ApiError && error.status < 500)
