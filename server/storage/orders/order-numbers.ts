import { orderEventId } from '../../rules/orders/order-event-id.ts'
import { orderNumber } from '../../rules/orders/order-number.ts'
import type { Queries } from '../engine.ts'
import type { OrderRow } from '../schema.ts'
import { statement } from '../statement.ts'

const ofEvent = statement((sql, p: { storeId: string; eventId: string }) =>
  sql.selectFrom('events').select('sequence').where('store_id', '=', p.storeId).where('id', '=', p.eventId),
)

/** Undefined where there is no such order. */
export async function findOrderNumber(
  db: Queries,
  { store_id: storeId, id }: Pick<OrderRow, 'store_id' | 'id'>,
): Promise<number | undefined> {
  const event = await ofEvent.first(db, { storeId, eventId: orderEventId(id) })
  return event && orderNumber(event.sequence)
}
