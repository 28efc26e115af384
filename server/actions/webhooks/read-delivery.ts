import type { Queries } from '../../storage/engine.ts'
import { listAttempts } from '../../storage/webhooks/delivery-attempts.ts'
import { findSentEvent } from '../../storage/webhooks/events.ts'
import { findOwnWebhook, type WebhookChoice } from './find-own-webhook.ts'
import { shownRequest } from './webhook-posting.ts'

/** What a delivery sends, and every attempt that is on record. */
export async function readDelivery(
  db: Queries,
  { sequence, ...choice }: WebhookChoice & { sequence: number },
) {
  const { storeId, webhookId } = choice
  const [webhook, event, attempts] = await Promise.all([
    findOwnWebhook(db, choice),
    findSentEvent(db, { store_id: storeId, webhook_id: webhookId, sequence }),
    listAttempts(db, storeId, webhookId, sequence),
  ])
  return { request: event ? shownRequest(webhook, event) : null, attempts }
}
