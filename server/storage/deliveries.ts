import type { Queries } from './engine.ts'
import type { DeliveryRow, DeliveryStatus, Flag } from './schema.ts'
import { literal, pick, rowsOf, statement } from './statement.ts'

export type DeliveryKey = Pick<DeliveryRow, 'store_id' | 'webhook_id' | 'sequence'>

const MOST_CANDIDATES = 256

/** Deliveries that are due, without those to URLs that have enough under way. No other worker gets the same ones. */
function listDue(tx: Queries, lane: Flag, now: number, busyWebhookIds: readonly string[]) {
  return rowsOf(tx, (sql, dialect) => {
    let due = sql
      .selectFrom('deliveries')
      .select(['store_id', 'webhook_id', 'sequence'])
      .where('status', '=', literal('pending'))
      .where('lane', '=', lane)
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(MOST_CANDIDATES)
    if (busyWebhookIds.length > 0) due = due.where('webhook_id', 'not in', busyWebhookIds)
    return dialect.claimRows(due)
  })
}

const anyDue = statement((sql, p: { lane: Flag; now: number }) =>
  sql
    .selectFrom('deliveries')
    .select('sequence')
    .where('status', '=', literal('pending'))
    .where('lane', '=', p.lane)
    .where('due_at', '<=', p.now)
    .limit(1),
)

export const hasDue = async (db: Queries, lane: Flag, now: number): Promise<boolean> =>
  (await anyDue.first(db, { lane, now })) !== undefined

type Lease = DeliveryKey & { lease: number }

const claim = statement((sql, p: Lease) =>
  sql
    .updateTable('deliveries')
    .set({ due_at: p.lease })
    .where('store_id', '=', p.store_id)
    .where('webhook_id', '=', p.webhook_id)
    .where('sequence', '=', p.sequence),
)

const forSending = statement((sql, p: DeliveryKey) =>
  sql
    .selectFrom('deliveries')
    .innerJoin('events', (join) =>
      join
        .onRef('events.store_id', '=', 'deliveries.store_id')
        .onRef('events.sequence', '=', 'deliveries.sequence'),
    )
    .innerJoin('webhooks', (join) =>
      join
        .onRef('webhooks.store_id', '=', 'deliveries.store_id')
        .onRef('webhooks.id', '=', 'deliveries.webhook_id'),
    )
    .where('deliveries.store_id', '=', p.store_id)
    .where('deliveries.webhook_id', '=', p.webhook_id)
    .where('deliveries.sequence', '=', p.sequence)
    .select([
      'deliveries.store_id',
      'deliveries.webhook_id',
      'deliveries.sequence',
      'deliveries.step',
      'deliveries.planned_at',
      'events.id as event_id',
      'events.payload',
      'webhooks.url',
      'webhooks.enabled',
      'webhooks.secret',
      'webhooks.previous_secret',
      'webhooks.previous_secret_until',
      'webhooks.failing_since',
    ]),
)

/** A claimed delivery with all that its attempt needs. */
export type ClaimedDelivery = Awaited<ReturnType<typeof forSending.all>>[number]

export interface Claim {
  lane: Flag
  now: number
  /** The row is the retry: until this time nobody else takes it, and after that anybody does. */
  lease: number
  busy: readonly string[]
}

/** Claims those of the due deliveries that `choose` takes. `more` says that there may be others behind them. */
export async function claimDue(
  tx: Queries,
  { lane, now, lease, busy }: Claim,
  choose: (due: DeliveryKey[]) => DeliveryKey[],
): Promise<{ claimed: ClaimedDelivery[]; more: boolean }> {
  const due = await listDue(tx, lane, now, busy)
  const found = await Promise.all(
    choose(due).flatMap((key) => [claim.run(tx, { ...key, lease }), forSending.first(tx, key)]),
  )
  return { claimed: found.filter((row) => row !== undefined), more: due.length === MOST_CANDIDATES }
}

type Success = DeliveryKey & { at: number; result: string }

const delivered = statement((sql, p: Success) =>
  sql
    .updateTable('deliveries')
    .set((column) => ({
      status: 'delivered',
      attempts: column('attempts', '+', 1),
      last_attempt_at: p.at,
      last_result: p.result,
    }))
    .where('store_id', '=', p.store_id)
    .where('webhook_id', '=', p.webhook_id)
    .where('sequence', '=', p.sequence),
)

export const markDelivered = (tx: Queries, success: Success) => delivered.run(tx, success)

type Setback = Success &
  Pick<DeliveryRow, 'status' | 'due_at' | 'step' | 'planned_at'> & {
    lease: number
  }

const setback = statement((sql, p: Setback) =>
  sql
    .updateTable('deliveries')
    .set((column) => ({
      ...pick(p, ['status', 'due_at', 'step', 'planned_at']),
      attempts: column('attempts', '+', 1),
      lane: 1,
      last_attempt_at: p.at,
      last_result: p.result,
    }))
    .where('store_id', '=', p.store_id)
    .where('webhook_id', '=', p.webhook_id)
    .where('sequence', '=', p.sequence)
    .where('status', '=', 'pending')
    .where('due_at', '=', p.lease),
)

/** Only for who still holds the lease: whoever took the delivery up after it decides about it. */
export const markSetback = (tx: Queries, failed: Setback) => setback.run(tx, failed)

const postpone = statement((sql, p: Lease & { dueAt: number }) =>
  sql
    .updateTable('deliveries')
    .set({ due_at: p.dueAt })
    .where('store_id', '=', p.store_id)
    .where('webhook_id', '=', p.webhook_id)
    .where('sequence', '=', p.sequence)
    .where('due_at', '=', p.lease),
)

/** Gives a claimed delivery back untried. */
export const postponeDelivery = (tx: Queries, lease: Lease & { dueAt: number }) => postpone.run(tx, lease)

const give = statement((sql, p: { storeId: string; webhookId: string; reason: string }) =>
  sql
    .updateTable('deliveries')
    .set({ status: 'failed', last_result: p.reason })
    .where('store_id', '=', p.storeId)
    .where('webhook_id', '=', p.webhookId)
    .where('status', '=', 'pending'),
)

/** What a URL still waits for fails with it; it can be replayed. */
export const failPending = (tx: Queries, storeId: string, webhookId: string, reason: string) =>
  give.run(tx, { storeId, webhookId, reason })

export interface DeliveryFilter {
  webhookId?: string | undefined
  status?: DeliveryStatus | undefined
  /** Only the event with this id, such as an order's. */
  eventId?: string | undefined
  /** Only events before this number: the next page. */
  before?: number | undefined
  limit: number
}

/** Newest first. */
export function listDeliveries(db: Queries, storeId: string, filter: DeliveryFilter) {
  return rowsOf(db, (sql) => {
    let query = sql
      .selectFrom('deliveries')
      .innerJoin('events', (join) =>
        join
          .onRef('events.store_id', '=', 'deliveries.store_id')
          .onRef('events.sequence', '=', 'deliveries.sequence'),
      )
      .select([
        'deliveries.webhook_id',
        'deliveries.sequence',
        'deliveries.status',
        'deliveries.attempts',
        'deliveries.due_at',
        'deliveries.created_at',
        'deliveries.last_attempt_at',
        'deliveries.last_result',
        'events.id as event_id',
        'events.kind',
      ])
      .where('deliveries.store_id', '=', storeId)
      .orderBy('deliveries.sequence', 'desc')
      .orderBy('deliveries.webhook_id')
      .limit(filter.limit)
    if (filter.webhookId !== undefined) query = query.where('deliveries.webhook_id', '=', filter.webhookId)
    if (filter.status !== undefined) query = query.where('deliveries.status', '=', filter.status)
    if (filter.eventId !== undefined) query = query.where('events.id', '=', filter.eventId)
    if (filter.before !== undefined) query = query.where('deliveries.sequence', '<', filter.before)
    return query
  })
}
