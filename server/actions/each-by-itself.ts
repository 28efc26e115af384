import type { ManyOutcome } from '#contract/dashboard/many.ts'

/** Few at a time, because other requests share the connections to the database. */
const AT_ONCE = 5

type Became<Why> = 'done' | 'already' | { refused: Why }

/**
 * Does the same to many things, each as if alone. An error that is no refusal ends the loop: it is unknown how far the
 * work came, and a caller that asks again is told which are done already.
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
