import { columnsOf } from './columns.ts'
import type { Queries } from './engine.ts'
import type { PaymentProblemRow } from './schema.ts'
import { statement } from './statement.ts'

const COLUMNS = columnsOf<PaymentProblemRow>()([
  'store_id',
  'gateway',
  'reference',
  'reason',
  'payment_id',
  'times',
  'created_at',
  'last_at',
])

type NewProblem = Pick<PaymentProblemRow, 'store_id' | 'gateway' | 'reference' | 'reason' | 'payment_id'> & {
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
    })
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'gateway', 'reference', 'reason'])
        .doUpdateSet((column) => ({ times: column('payment_problems.times', '+', 1), last_at: p.at })),
    ),
)

/** The same problem of the same payment is counted, not written again. */
export const notePaymentProblem = (db: Queries, problem: NewProblem) => note.run(db, problem)

const list = statement((sql, p: { storeId: string; limit: number }) =>
  sql
    .selectFrom('payment_problems')
    .select(COLUMNS)
    .where('store_id', '=', p.storeId)
    .orderBy('last_at', 'desc')
    .limit(p.limit),
)

/** The latest first. */
export const listPaymentProblems = (db: Queries, storeId: string, limit = 100) =>
  list.all(db, { storeId, limit })
