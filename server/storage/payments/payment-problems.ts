import type { Queries } from '../engine.ts'
import { statement } from '../statement.ts'
import type { PaymentProblemRow } from './payment-rows.ts'

export type NamedProblem = Pick<PaymentProblemRow, 'store_id' | 'gateway' | 'reference' | 'reason'>

export type NewProblem = NamedProblem & {
  payment_id: string
  at: number
}

const note = statement((sql, p: NewProblem) =>
  sql
    .insertInto('payment_problems')
    .values({
      store_id: p.store_id,
      gateway: p.gateway,
      reference: p.reference,
      reason: p.reason,
      payment_id: p.payment_id,
      times: 1,
      created_at: p.at,
      last_at: p.at,
      done_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'gateway', 'reference', 'reason'])
        .doUpdateSet((column) => ({ times: column('payment_problems.times', '+', 1), last_at: p.at })),
    )
    .returning('times'),
)

/** The same problem of the same payment is counted, not written again. True for the first time. */
export const notePaymentProblem = async (tx: Queries, problem: NewProblem): Promise<boolean> =>
  (await note.first(tx, problem))?.times === 1
