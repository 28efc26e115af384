import { sql } from 'kysely'
import type { Invariant, Offender } from './invariant.ts'

/** A URL must get the events since it was last switched on; earlier ones only if the seller asks for a replay. */
export const deliveriesInvariant: Invariant = {
  name: 'deliveries',
  claim: 'every event has a delivery to every URL that was switched on',
  offenders: () => sql<Offender>`
    select w.store_id, e.id, 'no delivery to the webhook ' || w.id as problem
    from webhooks w join events e on e.store_id = w.store_id and e.sequence > w.since_sequence
    where w.enabled = 1 and not exists (
      select 1 from deliveries d
      where d.store_id = w.store_id and d.webhook_id = w.id and d.sequence = e.sequence)`,
}
