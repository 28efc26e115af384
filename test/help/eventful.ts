import type { Queries } from '../../server/storage/engine.ts'
import type { MaybePromise } from '../../server/storage/maybe-promise.ts'

/** Wraps a database so that `happen` runs as soon as a query has been answered. */
export function eventful(db: Queries, happen: (answered: number) => unknown): Queries {
  let turn: Promise<unknown> = Promise.resolve()
  let answered = 0
  const inTurn = <T>(question: () => MaybePromise<T>): Promise<T> => {
    const answer = turn.then(question)
    turn = answer.then(() => happen(++answered))
    return turn.then(() => answer)
  }
  return {
    dialect: db.dialect,
    rows: (query, values) => inTurn(() => db.rows(query, values)),
    first: (query, values) => inTurn(() => db.first(query, values)),
    write: (query, values) => inTurn(() => db.write(query, values)),
  }
}
