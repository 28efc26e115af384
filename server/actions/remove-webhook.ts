import { deleteWebhook } from '../storage/webhooks.ts'
import type { World } from '../world.ts'
import { noSuchWebhook, type WebhookChoice } from './find-own-webhook.ts'

/** The URL, what it still waits for and its record are gone for good. */
export async function removeWebhook({ db }: World, { storeId, webhookId }: WebhookChoice): Promise<void> {
  if (!(await deleteWebhook(db, storeId, webhookId))) throw noSuchWebhook()
}
