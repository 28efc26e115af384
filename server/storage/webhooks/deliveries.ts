import { setImmediate as othersTurn } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import type { DeliveryState } from '#contract/dashboard/webhooks.ts'
import type { Queries } from '../engine.ts'
import { literal, pick, rowsOf, statement } from '../statement.ts'
import { PATIENT_LANE } from './delivery-lane.ts'
import type { DeliveryRow } from './webhook-rows.ts'

export type DeliveryKey = Pick<DeliveryRow, 'store_id' | 'webhook_id' | 'sequence'>

export type Lease = DeliveryKey & { lease: number }

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
      lane: PATIENT_LANE,
      last_attempt_at: p.at,
      last_result: p.result,
    }))
    .where('store_id', '=', p.store_id)
    .where('webhook_id', '=', p.webhook_id)
    .where('sequence', '=', p.sequence)
    .where('status', '=', 'pending')
    .where('due_at', '=', p.lease),
)

/** Only while the lease is held: a worker that claimed the delivery after that decides about it. */
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

/** Gives a claimed delivery back without an attempt. */
export const postponeDelivery = (tx: Queries, lease: Lease & { dueAt: number }) => postpone.run(tx, lease)

export interface DeliveryFilter {
  webhookId?: string | undefined
  status?: DeliveryState | undefined
  /** Only events before this number: the next page. */
  before?: number | undefined
  limit: number
}

/** One query reads so many events at most, if no index serves the filter. */
export const EVENTS_AT_ONCE = 1000

const lastEvent = statement((sql, p: { storeId: string }) =>
  sql.selectFrom('stores').select('event_sequence').where('id', '=', p.storeId),
)

/** Newest first, without those to a URL that was removed. */
export async function listDeliveries(db: Queries, storeId: string, filter: DeliveryFilter) {
  const { status, webhookId, limit } = filter
  const isIndexed = status === 'pending' ? webhookId === undefined : status !== 'delivered'
  if (isIndexed) return readDeliveries(db, storeId, filter)
  const last = (await lastEvent.first(db, { storeId }))?.event_sequence ?? 0
  const found: Awaited<ReturnType<typeof readDeliveries>> = []
  let before = Math.min(filter.before ?? Infinity, last + 1)
  while (before > 1 && found.length < limit) {
    const from = before - EVENTS_AT_ONCE
    found.push(
      ...(await readDeliveries(db, storeId, { ...filter, from, before, limit: limit - found.length })),
    )
    before = from
    await othersTurn()
  }
  return found
}

function readDeliveries(db: Queries, storeId: string, filter: DeliveryFilter & { from?: number }) {
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
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('webhooks')
              .select('webhooks.id')
              .whereRef('webhooks.store_id', '=', 'deliveries.store_id')
              .whereRef('webhooks.id', '=', 'deliveries.webhook_id')
              .where('webhooks.removed_at', 'is not', null),
          ),
        ),
      )
      .orderBy('deliveries.sequence', 'desc')
      .orderBy('deliveries.webhook_id')
      .limit(filter.limit)
    // Pending deliveries have a short index. The `|| ''` keeps the engines from the index by URL, along which they
    // would read all that was ever sent to it.
    const url =
      filter.status === 'pending' ? raw`deliveries.webhook_id || ''` : raw.ref('deliveries.webhook_id')
    if (filter.webhookId !== undefined) query = query.where(url, '=', filter.webhookId)
    if (filter.from !== undefined) query = query.where('deliveries.sequence', '>=', filter.from)
    if (filter.status !== undefined) query = query.where('deliveries.status', '=', literal(filter.status))
    if (filter.before !== undefined) query = query.where('deliveries.sequence', '<', filter.before)
    return query
  })
}
