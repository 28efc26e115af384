import { failPending } from '../storage/deliveries.ts'
import type { Queries } from '../storage/engine.ts'
import { lockStore } from '../storage/stores.ts'
import { switchWebhook } from '../storage/webhooks.ts'
import type { World } from '../world.ts'
import { findOwnWebhook, type WebhookChoice } from './find-own-webhook.ts'

/** Switches a URL on or off. Off: what it still waits for fails, and can be replayed once it is on again. */
export async function setWebhookEnabled(
  world: World,
  { enabled, ...choice }: WebhookChoice & { enabled: boolean },
): Promise<void> {
  await world.db.transaction(async (tx) => {
    await lockStore(tx, choice.storeId)
    await findOwnWebhook(tx, choice)
    if (!enabled) return void (await disableWebhook(tx, choice, 'Switched off by the seller', world.now()))
    await switchWebhook(tx, {
      storeId: choice.storeId,
      id: choice.webhookId,
      enabled: 1,
      at: null,
      reason: null,
    })
  })
}

/** False when it was off already. */
export async function disableWebhook(
  tx: Queries,
  { storeId, webhookId }: WebhookChoice,
  reason: string,
  at: number,
): Promise<boolean> {
  const changed = await switchWebhook(tx, { storeId, id: webhookId, enabled: 0, at, reason })
  await failPending(tx, storeId, webhookId, `The URL is off: ${reason}`)
  return changed
}
