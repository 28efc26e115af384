import type { Queries } from './engine.ts'
import { statement } from './statement.ts'

const all = statement((sql, p: { storeId: string }) =>
  sql
    .selectFrom('refund_tasks')
    .innerJoin('payments', (join) =>
      join
        .onRef('payments.store_id', '=', 'refund_tasks.store_id')
        .onRef('payments.id', '=', 'refund_tasks.payment_id'),
    )
    .leftJoin('checkouts', (join) =>
      join
        .onRef('checkouts.store_id', '=', 'payments.store_id')
        .onRef('checkouts.id', '=', 'payments.checkout_id'),
    )
    .select([
      'refund_tasks.payment_id',
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
    .where('refund_tasks.store_id', '=', p.storeId)
    .orderBy('refund_tasks.created_at', 'desc')
    .orderBy('refund_tasks.payment_id')
    .limit(500),
)

/** Newest first. */
export const listRefunds = (db: Queries, storeId: string) => all.all(db, { storeId })

const finish = statement((sql, p: { storeId: string; paymentId: string; at: number }) =>
  sql
    .updateTable('refund_tasks')
    .set({ done_at: p.at })
    .where('store_id', '=', p.storeId)
    .where('payment_id', '=', p.paymentId)
    .where('done_at', 'is', null)
    .returning('amount_paise'),
)

/** The amount; undefined when it is done already, or there is no such task. */
export const finishRefundTask = async (tx: Queries, storeId: string, paymentId: string, at: number) =>
  (await finish.first(tx, { storeId, paymentId, at }))?.amount_paise
