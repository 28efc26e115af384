import type { Queries } from '../../storage/engine.ts'
import { type NewProblem, notePaymentProblem } from '../../storage/payments/payment-problems.ts'
import type { World } from '../../world.ts'
import { tellOfProblem } from '../mails/tell-of-payment.ts'

/** Records why a report became no order, and mails the seller the first time. */
export async function noteProblem(tx: Queries, world: World, problem: Omit<NewProblem, 'at'>): Promise<void> {
  const isNew = await notePaymentProblem(tx, { ...problem, at: world.now() })
  if (isNew) await tellOfProblem(tx, world, problem)
}
