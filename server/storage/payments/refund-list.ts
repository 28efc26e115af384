import { sql as raw } from 'kysely'
import { TASKS_MOST } from '#contract/dashboard/overview.ts'
import type { TaskState } from '#contract/dashboard/payment-tasks.ts'
import type { Queries } from '../engine.ts'
import type { Place } from '../place.ts'
import { literal, rowsOf, statement } from '../statement.ts'
import { withCheckouts } from './payments.ts'

/** Newest first. */
export const listRefunds = (
  db: Queries,
  storeId: string,
  state: TaskState,
  after: Place | undefined,
  limit: number,
) =>
  rowsOf(db, (sql) => {
    const all = withCheckouts(sql)
      .innerJoin('refund_tasks', (join) =>
        join
          .onRef('refund_tasks.store_id', '=', 'payments.store_id')
          .onRef('refund_tasks.payment_id', '=', 'payments.id'),
      )
      .select([
        'refund_tasks.payment_id',
        'payments.order_id',
        'payments.gateway',
        'payments.reference',
        'refund_tasks.amount_paise',
        'refund_tasks.reason',
        'checkouts.customer_name',
        'checkouts.customer_email',
        'checkouts.product_name',
        'refund_tasks.created_at',
        'refund_tasks.done_at',
      ])
      .where('refund_tasks.store_id', '=', storeId)
      .where('refund_tasks.done_at', state === 'due' ? 'is' : 'is not', null)
    const rest = after
      ? all.where(
          raw<boolean>`(refund_tasks.created_at, refund_tasks.payment_id) < (${after.at}, ${after.id})`,
        )
      : all
    return rest
      .orderBy('refund_tasks.created_at', 'desc')
      .orderBy('refund_tasks.payment_id', 'desc')
      .limit(limit)
  })

const finish = statement((sql, p: { storeId: string; paymentId: string; at: number }) =>
  sql
    .updateTable('refund_tasks')
    .set({ done_at: p.at })
    .where('store_id', '=', p.storeId)
    .where('payment_id', '=', p.paymentId)
    .where('done_at', 'is', null)
    .returning('amount_paise'),
)

/** Returns the amount; undefined if the task is done already or does not exist. */
export const finishRefundTask = async (tx: Queries, storeId: string, paymentId: string, at: number) =>
  (await finish.first(tx, { storeId, paymentId, at }))?.amount_paise

const ofPayment = statement((sql, p: { storeId: string; paymentId: string }) =>
  sql
    .selectFrom('refund_tasks')
    .select(['amount_paise', 'done_at'])
    .where('store_id', '=', p.storeId)
    .where('payment_id', '=', p.paymentId),
)

/** How much of a payment is to be returned, and when that was done; undefined if nothing is. */
export const findRefundOf = (db: Queries, storeId: string, paymentId: string) =>
  ofPayment.first(db, { storeId, paymentId })

const due = statement((sql, p: { storeId: string }) => {
  const some = sql
    .selectFrom('refund_tasks')
    .select('amount_paise')
    .where('store_id', '=', p.storeId)
    .where('done_at', 'is', null)
    .orderBy('created_at')
    .limit(literal(TASKS_MOST))
  return sql
    .selectFrom(some.as('some'))
    .select((column) => [
      column.fn.countAll<number>().as('count'),
      raw<number>`cast(coalesce(sum(amount_paise), 0) as bigint)`.as('paise'),
    ])
})

/** Number and sum of the refunds to make, of the first TASKS_MOST only. */
export async function sumRefundsDue(db: Queries, storeId: string) {
  const row = await due.first(db, { storeId })
  return { count: row?.count ?? 0, paise: row?.paise ?? 0 }
}
