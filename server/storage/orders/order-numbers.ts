import { sql as raw } from 'kysely'
import { ORDER_EVENT_PREFIX, orderEventId } from '../../rules/orders/order-event-id.ts'
import { orderNumber, sequenceOf } from '../../rules/orders/order-number.ts'
import type { Queries } from '../engine.ts'
import type { OrderRow } from '../schema.ts'
import { literal, rowsOf, statement } from '../statement.ts'
import { ORDER_LINE } from './order-list.ts'

const ofEvent = statement((sql, p: { storeId: string; eventId: string }) =>
  sql.selectFrom('events').select('sequence').where('store_id', '=', p.storeId).where('id', '=', p.eventId),
)

/** Undefined if there is no such order. */
export async function findOrderNumber(
  db: Queries,
  { store_id: storeId, id }: Pick<OrderRow, 'store_id' | 'id'>,
): Promise<number | undefined> {
  const event = await ofEvent.first(db, { storeId, eventId: orderEventId(id) })
  return event && orderNumber(event.sequence)
}

/** The number of each of these orders that exists, by the order's id. */
export async function listOrderNumbers(
  db: Queries,
  storeId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const events = await rowsOf(db, (sql) =>
    sql
      .selectFrom('events')
      .select(['id', 'sequence'])
      .where('store_id', '=', storeId)
      .where('id', 'in', ids.map(orderEventId)),
  )
  return new Map(
    events.map(({ id, sequence }) => [id.slice(ORDER_EVENT_PREFIX.length), orderNumber(sequence)]),
  )
}

const ORDER_OF_EVENT = raw<string>`substr(events.id, ${literal(ORDER_EVENT_PREFIX.length + 1)})`

const numbered = statement((sql, p: { storeId: string; sequence: number }) =>
  sql
    .selectFrom('events')
    .innerJoin('orders', (join) =>
      join.onRef('orders.store_id', '=', 'events.store_id').on('orders.id', '=', ORDER_OF_EVENT),
    )
    .select(ORDER_LINE)
    .where('events.store_id', '=', p.storeId)
    .where('events.sequence', '=', p.sequence),
)

/** An order as a list shows it. */
export const findOrderNumbered = (db: Queries, storeId: string, number: number) =>
  numbered.first(db, { storeId, sequence: sequenceOf(number) })
