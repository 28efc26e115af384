import { lockStore } from '../storage/stores.ts'
import { deleteWebhook } from '../storage/webhooks.ts'
import type { World } from '../world.ts'
import { noSuchWebhook, type WebhookChoice } from './find-own-webhook.ts'

/** The URL, what it still waits for and its record are gone for good. Holds the store, so that no event is queued for it. */
export async function removeWebhook({ db }: World, { storeId, webhookId }: WebhookChoice): Promise<void> {
  await db.transaction(async (tx) => {
    await lockStore(tx, storeId)
    if (!(await deleteWebhook(tx, storeId, webhookId))) throw noSuchWebhook()
  })
}
