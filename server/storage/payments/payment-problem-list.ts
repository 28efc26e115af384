import { sql as raw } from 'kysely'
import { TASKS_MOST } from '#contract/dashboard/overview.ts'
import type { TaskState } from '#contract/dashboard/payment-tasks.ts'
import type { Queries } from '../engine.ts'
import type { Place } from '../place.ts'
import { literal, rowsOf, type Sql, statement } from '../statement.ts'
import type { NamedProblem } from './payment-problems.ts'
import { withCheckouts } from './payments.ts'
import { isTestMoney } from './test-money.ts'

/** Problems with their payments, without test money, which nobody has to look for. */
const problemsOf = (sql: Sql, storeId: string) =>
  withCheckouts(sql)
    .innerJoin('payment_problems', (join) =>
      join
        .onRef('payment_problems.store_id', '=', 'payments.store_id')
        .onRef('payment_problems.payment_id', '=', 'payments.id'),
    )
    .where('payment_problems.store_id', '=', storeId)
    .where(isTestMoney, '=', literal(0))

/** Leaves out payments that have become an order or a refund task since. */
const openOf = (sql: Sql, storeId: string) =>
  problemsOf(sql, storeId)
    .where('payment_problems.done_at', 'is', null)
    .where('payments.settled_at', 'is', null)

const overOf = (sql: Sql, storeId: string) =>
  problemsOf(sql, storeId).where((column) =>
    column.or([
      column('payment_problems.done_at', 'is not', null),
      column('payments.settled_at', 'is not', null),
    ]),
  )

const OF_STATE = { due: openOf, done: overOf } as const satisfies Record<TaskState, unknown>

/** The latest first. */
export const listPaymentProblems = (
  db: Queries,
  storeId: string,
  state: TaskState,
  after: Place | undefined,
  limit: number,
) =>
  rowsOf(db, (sql) => {
    const all = OF_STATE[state](sql, storeId).select([
      'payment_problems.gateway',
      'payment_problems.reference',
      'payment_problems.reason',
      'payments.id as payment_id',
      'payments.amount_paise',
      'checkouts.product_name',
      'checkouts.customer_name',
      'checkouts.customer_email',
      'payment_problems.created_at',
      'payment_problems.last_at',
      'payment_problems.done_at',
      'payments.settled_at',
    ])
    const rest = after
      ? all.where(raw<boolean>`(payment_problems.last_at, payments.id) < (${after.at}, ${after.id})`)
      : all
    return rest.orderBy('payment_problems.last_at', 'desc').orderBy('payments.id', 'desc').limit(limit)
  })

const count = statement((sql, p: { storeId: string }) => {
  const some = openOf(sql, p.storeId)
    .select('payments.id')
    .orderBy('payment_problems.last_at')
    .limit(literal(TASKS_MOST))
  return sql.selectFrom(some.as('some')).select((column) => column.fn.countAll<number>().as('count'))
})

/** Counts up to TASKS_MOST. */
export const countOpenProblems = async (db: Queries, storeId: string): Promise<number> =>
  (await count.first(db, { storeId }))?.count ?? 0

/** Whether one of these payments has a problem that the seller has not looked at. */
export const hasOpenProblem = async (
  db: Queries,
  storeId: string,
  paymentIds: readonly string[],
): Promise<boolean> => {
  const found = await rowsOf(db, (sql) =>
    openOf(sql, storeId).select('payments.id').where('payments.id', 'in', paymentIds).limit(1),
  )
  return found.length > 0
}

const finish = statement((sql, p: NamedProblem & { at: number }) =>
  sql
    .updateTable('payment_problems')
    .set({ done_at: p.at })
    .where('store_id', '=', p.store_id)
    .where('gateway', '=', p.gateway)
    .where('reference', '=', p.reference)
    .where('reason', '=', p.reason)
    .where('done_at', 'is', null)
    .returning('reference'),
)

/** False if it is done already, or there is no such problem. */
export const finishPaymentProblem = async (
  tx: Queries,
  problem: NamedProblem,
  at: number,
): Promise<boolean> => (await finish.first(tx, { ...problem, at })) !== undefined
