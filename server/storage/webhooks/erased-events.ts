import type { Queries } from '../engine.ts'
import { statement } from '../statement.ts'
import type { DeliveryRow, EventRow } from './webhook-rows.ts'

type NewPayload = Pick<EventRow, 'store_id' | 'id' | 'payload'>

const rewrite = statement((sql, p: NewPayload) =>
  sql
    .updateTable('events')
    .set({ payload: p.payload })
    .where('store_id', '=', p.store_id)
    .where('id', '=', p.id)
    .returning('sequence'),
)

type Deliveries = Pick<DeliveryRow, 'store_id' | 'sequence'>

const held = statement((sql, p: Deliveries, dialect) =>
  dialect.lockRows(
    sql
      .selectFrom('deliveries')
      .select(['webhook_id', 'status', 'due_at'])
      .where('store_id', '=', p.store_id)
      .where('sequence', '=', p.sequence),
  ),
)

const blankAnswers = statement((sql, p: Deliveries) =>
  sql
    .updateTable('delivery_attempts')
    .set({ answer: null })
    .where('store_id', '=', p.store_id)
    .where('webhook_id', 'in', (of) =>
      of
        .selectFrom('deliveries')
        .select('webhook_id')
        .where('store_id', '=', p.store_id)
        .where('sequence', '=', p.sequence),
    )
    .where('sequence', '=', p.sequence),
)

/**
 * Replaces an event's payload, under the same number, and erases receivers' answers, since they may repeat all of it.
 * Locks the deliveries that it returns: a worker that claims one later reads the new payload.
 */
export async function rewriteEvent(tx: Queries, event: NewPayload) {
  const { store_id } = event
  const { sequence } = (await rewrite.first(tx, event))!
  const deliveries = await held.all(tx, { store_id, sequence })
  await blankAnswers.run(tx, { store_id, sequence })
  return deliveries
}
