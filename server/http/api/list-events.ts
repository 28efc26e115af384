import { checkedValue } from '../../actions/checked-value.ts'
import { checkEventsQuery } from '../../rules/webhooks/events-query.ts'
import { findStore } from '../../storage/stores/stores.ts'
import { listEventsAfter } from '../../storage/webhooks/events.ts'
import type { Endpoint } from './endpoint.ts'

export const listEvents: Endpoint = {
  operation: 'list_events',
  async handle({ world, storeId, query }) {
    const { after, limit } = checkedValue(checkEventsQuery(query))
    const events = await listEventsAfter(world.db, storeId, after, limit)
    const store = await findStore(world.db, storeId)
    // Payloads are kept as text and go out as they are, the same bytes as in the webhook.
    const items = events.map(
      ({ sequence, id, payload }) =>
        `{"sequence":${sequence},"id":${JSON.stringify(id)},"payload":${payload}}`,
    )
    return {
      status: 200,
      json: `{"events":[${items.join(',')}],"last_sequence":${store?.event_sequence ?? 0}}`,
    }
  },
}
