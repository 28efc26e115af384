import { DELIVERY_STATES, type DeliveryState } from '#contract/dashboard/webhooks.ts'
import { Refused } from '../../actions/refused.ts'
import { deliveriesPage } from '../../actions/webhooks/deliveries-page.ts'
import { findOwnWebhook } from '../../actions/webhooks/find-own-webhook.ts'
import { isoTime } from '../../rules/values/iso-time.ts'
import type { Queries } from '../../storage/engine.ts'
import { listAttempts } from '../../storage/webhooks/delivery-attempts.ts'
import { idOf, numberOf } from '../arguments.ts'
import { type OpenedCommand, STORE_OPTION } from '../command.ts'
import { knownStore } from '../known-store.ts'
import { printable } from '../printable.ts'

const MOST = 1000
const DEFAULT_COUNT = 50

export const deliveryList: OpenedCommand = {
  name: 'delivery list',
  summary: 'Lists webhook deliveries of a store, newest first.',
  options: {
    ...STORE_OPTION,
    webhook: { value: 'ID', help: 'only to this webhook URL' },
    status: { value: 'STATUS', help: `only those with this status: ${DELIVERY_STATES.join(', ')}` },
    before: { value: 'N', help: 'only events before this number: the next page' },
    limit: { value: 'N', help: `about how many (${DEFAULT_COUNT}); those of one event stay together` },
  },
  async run({ world, option, required }) {
    const choice = {
      status: statusOf(option('status')),
      before: numberOf('before', option('before')),
      limit: limitOf(option('limit')),
    }
    const storeId = await knownStore({ world, required })
    const webhook = option('webhook')
    const webhookId = webhook && (await knownWebhook(world.db, storeId, webhook))
    const { items: deliveries, next } = await deliveriesPage(world.db, storeId, { ...choice, webhookId })
    const lines = deliveries.map(
      (row) =>
        `${row.sequence}  ${row.webhook_id}  ${row.status}  attempts ${row.attempts}  ${row.last_result ?? ''}${row.due_at ? `  next ${row.due_at}` : ''}`,
    )
    if (next !== null) lines.push(`There are more: --before ${next}`)
    return {
      json: { deliveries, next },
      text: printable(lines.join('\n')) || 'There are no such deliveries',
    }
  },
}

function limitOf(text: string | undefined): number {
  const limit = numberOf('limit', text) ?? DEFAULT_COUNT
  if (limit < 1) throw new Refused('--limit must be at least 1')
  return Math.min(limit, MOST)
}

/** The id of a webhook URL of this store; refuses others, which would look like URLs without deliveries. */
async function knownWebhook(db: Queries, storeId: string, text: string): Promise<string> {
  return (await findOwnWebhook(db, { storeId, webhookId: idOf(text) })).id
}

function statusOf(text: string | undefined): DeliveryState | undefined {
  const status = DELIVERY_STATES.find((each) => each === text)
  if (text !== undefined && !status)
    throw new Refused(`--status must be one of ${DELIVERY_STATES.join(', ')}`)
  return status
}

export const deliveryAttempts: OpenedCommand = {
  name: 'delivery attempts',
  summary: 'Shows the newest hundred attempts to deliver one event to a webhook URL, kept for 30 days.',
  options: {
    ...STORE_OPTION,
    webhook: { value: 'ID', help: 'the webhook URL', required: true },
    sequence: { value: 'N', help: "the event's number; 0 for test events", required: true },
  },
  async run({ world, required }) {
    const sequence = numberOf('sequence', required('sequence'))
    const storeId = await knownStore({ world, required })
    const webhookId = await knownWebhook(world.db, storeId, required('webhook'))
    const rows = await listAttempts(world.db, storeId, webhookId, sequence)
    const attempts = rows.map(({ at, duration_ms, status, failure, answer }) => ({
      at: isoTime(at),
      duration_ms,
      status,
      failure,
      answer,
    }))
    const lines = attempts.map(
      ({ at, duration_ms, status, failure }) =>
        `${at}  ${failure ?? `Status ${status}`} after ${duration_ms} ms`,
    )
    return { json: { attempts }, text: printable(lines.join('\n')) || 'No attempt is on record' }
  },
}
