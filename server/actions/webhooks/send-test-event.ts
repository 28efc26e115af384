import type { Result } from '../../outbound/webhook-client.ts'
import { isoTime } from '../../rules/values/iso-time.ts'
import { lockStore } from '../../storage/stores/stores.ts'
import { insertTestAttempt, TEST_SEQUENCE } from '../../storage/webhooks/delivery-attempts.ts'
import type { DeliveryAttemptRow, WebhookRow } from '../../storage/webhooks/webhook-rows.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'
import { attemptRow } from './attempt-row.ts'
import { findOwnWebhook, type WebhookChoice } from './find-own-webhook.ts'
import { type OutgoingEvent, webhookPosting } from './webhook-posting.ts'

/** Sends a signed `webhook.test` event now, once, and says what became of it. */
export async function sendTestEvent(
  world: World,
  choice: WebhookChoice,
  note?: Note<WebhookRow>,
): Promise<DeliveryAttemptRow> {
  const webhook = await findOwnWebhook(world.db, choice)
  const result = await world.receivers.post(webhookPosting(world, webhook, testEvent(world, webhook)))
  return await recordTestAttempt(world, webhook, result, note)
}

export async function recordTestAttempt(
  world: World,
  webhook: WebhookRow,
  result: Result,
  note?: Note<WebhookRow>,
): Promise<DeliveryAttemptRow> {
  const { store_id, id } = webhook
  const attempt = attemptRow(world, { store_id, webhook_id: id, sequence: TEST_SEQUENCE }, result)
  await world.db.transaction(async (tx) => {
    // It may have been removed while its server answered; whoever removes it holds the store.
    await lockStore(tx, store_id)
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
