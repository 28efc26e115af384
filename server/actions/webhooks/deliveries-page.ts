import { MOST_WEBHOOKS } from '#contract/dashboard/webhooks.ts'
import { isoTime, isoTimeOrNull } from '../../rules/values/iso-time.ts'
import type { Queries } from '../../storage/engine.ts'
import { type DeliveryFilter, listDeliveries } from '../../storage/webhooks/deliveries.ts'

/**
 * A page of deliveries for API and dashboard, newest first, and the event before which the next page begins. A page
 * ends between two events, never between two deliveries of one, so it has room for all deliveries of an event.
 */
export async function deliveriesPage(db: Queries, storeId: string, filter: DeliveryFilter) {
  const limit = Math.max(MOST_WEBHOOKS, filter.limit)
  const rows = await listDeliveries(db, storeId, { ...filter, limit: limit + 1 })
  const beyond = rows[limit]?.sequence
  const items = rows
    .filter(({ sequence }) => sequence !== beyond)
    .map((row) => ({
      ...row,
      created_at: isoTime(row.created_at),
      due_at: row.status === 'pending' ? isoTime(row.due_at) : null,
      last_attempt_at: isoTimeOrNull(row.last_attempt_at),
    }))
  return { items, next: beyond === undefined ? null : items.at(-1)!.sequence }
}
