import type { Queries } from '../engine.ts'
import { statement } from '../statement.ts'
import type { DeliveryKey } from './deliveries.ts'
import { PATIENT_LANE, QUICK_LANE } from './delivery-lane.ts'
import type { EventRow } from './webhook-rows.ts'

const nextSequence = statement((sql, p: { storeId: string }) =>
  sql
    .updateTable('stores')
    .set((column) => ({ event_sequence: column('event_sequence', '+', 1) }))
    .where('id', '=', p.storeId),
)

type NewEvent = Omit<EventRow, 'sequence'>

const insert = statement((sql, p: NewEvent) =>
  sql
    .insertInto('events')
    .columns(['store_id', 'sequence', 'id', 'kind', 'payload', 'created_at', 'traceparent'])
    .expression((from) =>
      from
        .selectFrom('stores')
        .where('stores.id', '=', p.store_id)
        .select((column) => [
          'stores.id',
          'stores.event_sequence',
          column.cast<string>(column.val(p.id), 'text').as('event_id'),
          column.cast<string>(column.val(p.kind), 'text').as('kind'),
          column.cast<string>(column.val(p.payload), 'text').as('payload'),
          column.cast<number>(column.val(p.created_at), 'bigint').as('at'),
          column.cast<string | null>(column.val(p.traceparent), 'text').as('traceparent'),
        ]),
    ),
)

const queueDeliveries = statement((sql, p: { storeId: string; at: number }) =>
  sql
    .insertInto('deliveries')
    .columns(['store_id', 'webhook_id', 'sequence', 'status', 'attempts', 'due_at', 'created_at', 'lane'])
    .expression((from) =>
      from
        .selectFrom('webhooks')
        .innerJoin('stores', 'stores.id', 'webhooks.store_id')
        .where('webhooks.store_id', '=', p.storeId)
        .where('webhooks.enabled', '=', 1)
        .select((column) => [
          'webhooks.store_id',
          'webhooks.id',
          'stores.event_sequence',
          column.cast<string>(column.val('pending'), 'text').as('status'),
          column.cast<number>(column.val(0), 'bigint').as('attempts'),
          column.cast<number>(column.val(p.at), 'bigint').as('due_at'),
          column.cast<number>(column.val(p.at), 'bigint').as('created_at'),
          column
            .case()
            .when('webhooks.failing_since', 'is', null)
            .then(column.lit(QUICK_LANE))
            .else(column.lit(PATIENT_LANE))
            .end()
            .as('lane'),
        ]),
    ),
)

/**
 * Writes the event under the store's next number and one delivery for each URL that is switched on. None of the three
 * statements needs another's result, so they are sent together.
 */
export async function insertEvent(tx: Queries, event: NewEvent): Promise<void> {
  await Promise.all([
    nextSequence.run(tx, { storeId: event.store_id }),
    insert.run(tx, event),
    queueDeliveries.run(tx, { storeId: event.store_id, at: event.created_at }),
  ])
}

const after = statement((sql, p: { storeId: string; after: number; limit: number }) =>
  sql
    .selectFrom('events')
    .select(['sequence', 'id', 'payload'])
    .where('store_id', '=', p.storeId)
    .where('sequence', '>', p.after)
    .orderBy('sequence')
    .limit(p.limit),
)

/**
 * The store's events after a number, in order. Numbers are assigned under the store's lock, so no event ever appears
 * with a lower number than one that was already read.
 */
export const listEventsAfter = (db: Queries, storeId: string, number: number, limit: number) =>
  after.all(db, { storeId, after: number, limit })

const sent = statement((sql, p: DeliveryKey) =>
  sql
    .selectFrom('events')
    .innerJoin('deliveries', (join) =>
      join
        .onRef('deliveries.store_id', '=', 'events.store_id')
        .onRef('deliveries.sequence', '=', 'events.sequence'),
    )
    .select(['events.id', 'events.sequence', 'events.payload as body'])
    .where('deliveries.store_id', '=', p.store_id)
    .where('deliveries.webhook_id', '=', p.webhook_id)
    .where('deliveries.sequence', '=', p.sequence),
)

/** What a delivery sends; undefined if there is no such delivery. */
export const findSentEvent = (db: Queries, delivery: DeliveryKey) => sent.first(db, delivery)
