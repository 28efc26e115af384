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

const MOST_ATTEMPTS = 200

/** Looks attempts up by their whole key: joined from the event, SQLite would read all attempts of the store. */
const attempts = statement((sql, p: { storeId: string; eventId: string }) =>
  sql
    .selectFrom('delivery_attempts')
    .innerJoin('webhooks', (join) =>
      join
        .onRef('webhooks.store_id', '=', 'delivery_attempts.store_id')
        .onRef('webhooks.id', '=', 'delivery_attempts.webhook_id'),
    )
    .select(['webhook_id', 'webhooks.url', 'at', 'status', 'failure'])
    .where('delivery_attempts.store_id', '=', p.storeId)
    .where('webhook_id', 'in', (of) =>
      of
        .selectFrom('webhooks as present')
        .select('present.id')
        .where('present.store_id', '=', p.storeId)
        .where('present.removed_at', 'is', null),
    )
    .where('sequence', '=', (of) =>
      of
        .selectFrom('events')
        .select('events.sequence')
        .where('events.store_id', '=', p.storeId)
        .where('events.id', '=', p.eventId),
    )
    .orderBy('at', 'desc')
    .limit(literal(MOST_ATTEMPTS)),
)

/** The latest attempts to deliver an event, oldest first. */
export const listAttemptsOf = async (db: Queries, storeId: string, eventId: string) =>
  (await attempts.all(db, { storeId, eventId })).toReversed()
