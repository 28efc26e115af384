import type { SentRequest } from '#contract/dashboard/webhooks.ts'
import { isoTime } from '../../rules/values/iso-time.ts'
import { holdStore } from '../../storage/stores/stores.ts'
import { insertTestAttempt, TEST_SEQUENCE } from '../../storage/webhooks/delivery-attempts.ts'
import type { DeliveryAttemptRow, WebhookRow } from '../../storage/webhooks/webhook-rows.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'
import { attemptRow, type Tried } from './attempt-row.ts'
import { findOwnWebhook, type WebhookChoice } from './find-own-webhook.ts'
import { type OutgoingEvent, shownRequest, webhookPosting } from './webhook-posting.ts'

/** Sends a signed `webhook.test` event now, once, and returns the outcome. */
export async function sendTestEvent(
  world: World,
  choice: WebhookChoice,
  note?: Note<WebhookRow>,
): Promise<{ attempt: DeliveryAttemptRow; request: SentRequest }> {
  const webhook = await findOwnWebhook(world.db, choice)
  const event = testEvent(world, webhook)
  const posting = webhookPosting(world, webhook, event)
  const result = await world.receivers.post(posting)
  const attempt = await recordTestAttempt(world, webhook, { posting, result }, note)
  return { attempt, request: shownRequest(webhook, event) }
}

export async function recordTestAttempt(
  world: World,
  webhook: WebhookRow,
  tried: Tried,
  note?: Note<WebhookRow>,
): Promise<DeliveryAttemptRow> {
  const { store_id, id } = webhook
  const attempt = attemptRow(world.newId(), { store_id, webhook_id: id, sequence: TEST_SEQUENCE }, tried)
  await world.db.transaction(async (tx) => {
    // The webhook may have been removed while its server answered; a removal locks the store.
    await holdStore(tx, store_id)
    await findOwnWebhook(tx, { storeId: store_id, webhookId: id })
    await insertTestAttempt(tx, attempt)
    await note?.(tx, webhook)
  })
  return attempt
}

export function testEvent({ newId, now }: World, { store_id, id }: WebhookRow): OutgoingEvent {
  const body = {
    event: 'webhook.test',
    store_id,
    webhook_id: id,
    created_at: isoTime(now()),
  }
  return { id: `test_${newId()}`, sequence: TEST_SEQUENCE, body: JSON.stringify(body) }
}
