import { makeWebhookSecret } from '#contract/signature.ts'
import { DAY_MS } from '../../rules/values/durations.ts'
import { formatMinuteAfter } from '../../rules/values/format-date.ts'
import { MOST_PREVIOUS_SECRETS, previousSecrets } from '../../rules/webhooks/webhook-secrets.ts'
import { holdStore } from '../../storage/stores/stores.ts'
import type { WebhookRow } from '../../storage/webhooks/webhook-rows.ts'
import { rotateSecret } from '../../storage/webhooks/webhooks.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'
import { Refused } from '../refused.ts'
import { findOwnWebhook, type WebhookChoice } from './find-own-webhook.ts'

const BOTH_SIGN_MS = DAY_MS

/**
 * Makes a new secret. Each earlier one goes on signing for its 24 hours, so that a receiver can change over in between.
 */
export async function rotateWebhookSecret(
  { db, vault, now }: World,
  { storeId, webhookId }: WebhookChoice,
  note?: Note<WebhookRow>,
): Promise<{ secret: string; previous_valid_until: number }> {
  const secret = makeWebhookSecret()
  const until = now() + BOTH_SIGN_MS
  await db.transaction(async (tx) => {
    await holdStore(tx, storeId)
    const webhook = await findOwnWebhook(tx, { storeId, webhookId })
    const older = previousSecrets(webhook, now())
    const first = older[MOST_PREVIOUS_SECRETS - 1]
    if (first)
      throw new Refused(
        `${MOST_PREVIOUS_SECRETS} earlier secrets still sign. It can be rotated again after ${formatMinuteAfter(first.until)}, Indian time.`,
      )
    await rotateSecret(tx, {
      store_id: storeId,
      id: webhookId,
      secret: vault.seal(secret),
      previous_secret: webhook.secret,
      previous_secret_until: until,
      older_secrets: JSON.stringify(older),
    })
    await note?.(tx, webhook)
  })
  return { secret, previous_valid_until: until }
}
