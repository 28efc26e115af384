import { finishPaymentProblem as finish } from '../../storage/payments/payment-problem-list.ts'
import type { NamedProblem } from '../../storage/payments/payment-problems.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'

/** Marks a problem as looked at by the seller. False if there is no such problem, or it is done. */
export const finishPaymentProblem = (
  { db, now }: World,
  problem: NamedProblem,
  note?: Note<void>,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const finished = await finish(tx, problem, now())
    if (finished) await note?.(tx)
    return finished
  })
