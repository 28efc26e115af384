import { sql as raw } from 'kysely'
import type { Queries } from '../engine.ts'
import { statement } from '../statement.ts'
import type { PaymentProblemRow } from './payment-rows.ts'
import { isTestMoney } from './test-money.ts'

export type NamedProblem = Pick<PaymentProblemRow, 'store_id' | 'gateway' | 'reference' | 'reason'>

export type NewProblem = NamedProblem & {
  payment_id: string
  at: number
}

/** When the problem was done, if it is from the start: nobody has to look at settled payments or test money. */
const overAt = (p: NewProblem) => raw<number | null>`(
  select case when ${isTestMoney} = 1 then cast(${p.at} as bigint) else payments.settled_at end
  from payments where payments.store_id = ${p.store_id} and payments.id = ${p.payment_id})`

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
      done_at: overAt(p),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'gateway', 'reference', 'reason'])
        .doUpdateSet((column) => ({ times: column('payment_problems.times', '+', 1), last_at: p.at })),
    )
    .returning('times'),
)

/** Counts the same problem of the same payment instead of writing it again. True for the first time. */
export const notePaymentProblem = async (tx: Queries, problem: NewProblem): Promise<boolean> =>
  (await note.first(tx, problem))?.times === 1

type Settled = Pick<NamedProblem, 'store_id' | 'gateway' | 'reference'> & { at: number }

const settled = statement((sql, p: Settled) =>
  sql
    .updateTable('payment_problems')
    .set({ done_at: p.at })
    .where('store_id', '=', p.store_id)
    .where('gateway', '=', p.gateway)
    .where('reference', '=', p.reference)
    .where('done_at', 'is', null),
)

/** Ends the problems of a payment that has become an order or a refund task: nobody needs to look at them any more. */
export const endProblemsOf = (tx: Queries, payment: Settled) => settled.run(tx, payment)
