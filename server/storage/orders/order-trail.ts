import type { Queries } from '../engine.ts'
import type { OrderRow } from '../schema.ts'
import { literal, statement } from '../statement.ts'

type Key = { storeId: string; orderId: string }

const payments = statement((sql, p: { storeId: string; checkoutId: string }) =>
  sql
    .selectFrom('payments')
    .leftJoin('refund_tasks', (join) =>
      join
        .onRef('refund_tasks.store_id', '=', 'payments.store_id')
        .onRef('refund_tasks.payment_id', '=', 'payments.id'),
    )
    .select([
      'payments.gateway',
      'payments.reference',
      'payments.amount_paise',
      'payments.status',
      'payments.created_at',
      'payments.settled_at',
      'refund_tasks.created_at as refund_due_at',
      'refund_tasks.done_at as refunded_at',
    ])
    .where('payments.store_id', '=', p.storeId)
    .where('payments.checkout_id', '=', p.checkoutId),
)

export const listPaymentsOf = (db: Queries, storeId: string, checkoutId: string) =>
  payments.all(db, { storeId, checkoutId })

const returned = statement((sql, p: { storeId: string; checkoutId: string }) =>
  sql
    .selectFrom('payments')
    .innerJoin('refund_tasks', (join) =>
      join
        .onRef('refund_tasks.store_id', '=', 'payments.store_id')
        .onRef('refund_tasks.payment_id', '=', 'payments.id'),
    )
    .select('refund_tasks.done_at')
    .where('payments.store_id', '=', p.storeId)
    .where('payments.checkout_id', '=', p.checkoutId)
    .where('payments.status', '=', literal('paid' as const)),
)

/** When the money of a cancelled order was returned. */
export async function findReturnOf(
  db: Queries,
  { store_id: storeId, checkout_id: checkoutId, status }: OrderRow,
): Promise<number | null> {
  if (status !== 'cancelled') return null
  return (await returned.first(db, { storeId, checkoutId }))?.done_at ?? null
}

const mails = statement((sql, p: Key) =>
  sql
    .selectFrom('mails')
    .select(['kind', 'status', 'last_error', 'created_at', 'sent_at', 'sent_before'])
    .where('store_id', '=', p.storeId)
    .where('order_id', '=', p.orderId)
    .orderBy('created_at'),
)

export const listMailsOf = (db: Queries, storeId: string, orderId: string) =>
  mails.all(db, { storeId, orderId })

const attempts = statement((sql, p: { storeId: string; eventId: string }) =>
  sql
    .selectFrom('events')
    .innerJoin('webhooks', 'webhooks.store_id', 'events.store_id')
    .innerJoin('delivery_attempts', (join) =>
      join
        .onRef('delivery_attempts.store_id', '=', 'events.store_id')
        .onRef('delivery_attempts.webhook_id', '=', 'webhooks.id')
        .onRef('delivery_attempts.sequence', '=', 'events.sequence'),
    )
    .select([
      'webhooks.id as webhook_id',
      'webhooks.url',
      'events.sequence',
      'delivery_attempts.at',
      'delivery_attempts.status',
      'delivery_attempts.failure',
    ])
    .where('events.store_id', '=', p.storeId)
    .where('events.id', '=', p.eventId)
    .where('webhooks.removed_at', 'is', null)
    .orderBy('delivery_attempts.at')
    .limit(200),
)

/** Every attempt to deliver an event, oldest first. */
export const listAttemptsOf = (db: Queries, storeId: string, eventId: string) =>
  attempts.all(db, { storeId, eventId })
