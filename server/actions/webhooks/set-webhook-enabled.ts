import type { Queries } from '../../storage/engine.ts'
import { holdStore } from '../../storage/stores/stores.ts'
import { deleteReplay } from '../../storage/webhooks/replays.ts'
import type { WebhookRow } from '../../storage/webhooks/webhook-rows.ts'
import { switchFailingWebhook, switchWebhook } from '../../storage/webhooks/webhooks.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'
import { findOwnWebhook, type WebhookChoice } from './find-own-webhook.ts'
import { giveUpSome } from './webhook-pieces.ts'

/** Why a URL is switched off: with `failingSince`, only if it has failed ever since. */
export interface Grounds {
  reason: string
  failingSince?: number
}

const SELLERS_WISH: Grounds = { reason: 'Switched off by the seller' }

/**
 * Switches a URL on or off. Off: its waiting deliveries fail, some at once and the rest in batches, and can be replayed
 * once it is on again. On: deliveries that have not failed yet are still made.
 */
export async function setWebhookEnabled(
  world: World,
  { enabled, ...choice }: WebhookChoice & { enabled: boolean },
  note?: Note<WebhookRow>,
): Promise<void> {
  await world.db.transaction(async (tx) => {
    await holdStore(tx, choice.storeId)
    const webhook = await findOwnWebhook(tx, choice)
    const changed = enabled
      ? await enableWebhook(tx, choice)
      : await disableWebhook(tx, choice, SELLERS_WISH, world.now())
    if (changed) await note?.(tx, webhook)
  })
  if (!enabled) world.signals.raise('long work')
}

const enableWebhook = (tx: Queries, { storeId, webhookId }: WebhookChoice): Promise<boolean> =>
  switchWebhook(tx, {
    store_id: storeId,
    id: webhookId,
    enabled: 1,
    giving_up: 0,
    disabled_at: null,
    disabled_reason: null,
  })

/** False when it was off already, or the grounds no longer hold. */
export async function disableWebhook(
  tx: Queries,
  { storeId, webhookId }: WebhookChoice,
  { reason, failingSince }: Grounds,
  at: number,
): Promise<boolean> {
  const change = {
    store_id: storeId,
    id: webhookId,
    enabled: 0,
    giving_up: 1,
    disabled_at: at,
    disabled_reason: reason,
  } as const
  const changed = await (failingSince === undefined
    ? switchWebhook(tx, change)
    : switchFailingWebhook(tx, { ...change, failing_since: failingSince }))
  if (!changed) return false
  await deleteReplay(tx, { store_id: storeId, webhook_id: webhookId })
  await giveUpSome(tx, storeId, webhookId)
  return true
}
