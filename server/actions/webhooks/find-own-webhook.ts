import type { Queries } from '../../storage/engine.ts'
import type { WebhookRow } from '../../storage/webhooks/webhook-rows.ts'
import { findWebhook } from '../../storage/webhooks/webhooks.ts'
import { Refused } from '../refused.ts'

export interface WebhookChoice {
  storeId: string
  webhookId: string
}

const noSuchWebhook = () => new Refused('The store has no webhook with that id')

export async function findOwnWebhook(
  db: Queries,
  { storeId, webhookId }: WebhookChoice,
): Promise<WebhookRow> {
  const webhook = await findWebhook(db, storeId, webhookId)
  if (!webhook) throw noSuchWebhook()
  return webhook
}
