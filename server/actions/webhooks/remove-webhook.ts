import { holdStore } from '../../storage/stores/stores.ts'
import { deleteReplay } from '../../storage/webhooks/replays.ts'
import type { WebhookRow } from '../../storage/webhooks/webhook-rows.ts'
import { markRemoved } from '../../storage/webhooks/webhooks.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'
import { findOwnWebhook, type WebhookChoice } from './find-own-webhook.ts'
import { giveUpSome } from './webhook-pieces.ts'

/**
 * Removes the URL, its queued deliveries and its record for good. The store's lock keeps new events from being queued
 * for it meanwhile. A worker deletes the rest of a long record in batches; it is invisible from now on.
 */
export async function removeWebhook(
  world: World,
  { storeId, webhookId }: WebhookChoice,
  note?: Note<WebhookRow>,
): Promise<void> {
  const more = await world.db.transaction(async (tx) => {
    await holdStore(tx, storeId)
    const webhook = await findOwnWebhook(tx, { storeId, webhookId })
    await deleteReplay(tx, { store_id: storeId, webhook_id: webhookId })
    await markRemoved(tx, storeId, webhookId, world.now())
    await note?.(tx, webhook)
    return await giveUpSome(tx, storeId, webhookId)
  })
  if (more) world.signals.raise('long work')
}
