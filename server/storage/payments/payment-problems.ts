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

/** Nobody has to look at what is settled, or at test money. */
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

/** The same problem of the same payment is counted, not written again. True for the first time. */
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

/** The payment has become an order or a refund task: so nothing of it is left among what is to be looked at. */
export const endProblemsOf = (tx: Queries, payment: Settled) => settled.run(tx, payment)
