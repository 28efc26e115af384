import { sql } from 'kysely'
import { ORDER_EVENT_PREFIX } from '../../rules/orders/order-event-id.ts'
import { anyOf, type Invariant, type Offender } from './invariant.ts'

export const eventsInvariant: Invariant = {
  name: 'events',
  claim: 'every order has one event, and no number is missing in a store',
  offenders: () => anyOf([orderWithoutEvent, eventWithoutOrder, gap]),
}

// The number that people call an order by is that of its event: see rules/orders/order-number.ts.
const PREFIX = sql.lit(ORDER_EVENT_PREFIX)

// The unique index on the event's id rules out a second one.
const orderWithoutEvent = sql<Offender>`
  select o.store_id, o.id, 'an order without its event' as problem from orders o
  where not exists (select 1 from events e where e.store_id = o.store_id and e.id = ${PREFIX} || o.id)`

const eventWithoutOrder = sql<Offender>`
  select e.store_id, e.id, 'an event of no order' from events e
  where not exists (
    select 1 from orders o
    where o.store_id = e.store_id and o.id = substr(e.id, ${sql.lit(ORDER_EVENT_PREFIX.length + 1)}))`

const gap = sql<Offender>`
  select s.id, s.id, 'the events are not numbered from 1 to ' || s.event_sequence from stores s
  where 1 <> (
    select case when count(*) = s.event_sequence and coalesce(max(e.sequence), 0) = s.event_sequence
      and coalesce(min(e.sequence), 1) = 1 then 1 else 0 end
    from events e where e.store_id = s.id)`
