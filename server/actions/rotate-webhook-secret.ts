import { makeWebhookSecret } from '#contract/signature.ts'
import { rotateSecret } from '../storage/webhooks.ts'
import type { World } from '../world.ts'
import { noSuchWebhook, type WebhookChoice } from './find-own-webhook.ts'

const BOTH_SIGN_MS = 24 * 3_600_000

/** A new secret. The one before signs beside it for 24 hours, so that a receiver can change over in between. */
export async function rotateWebhookSecret(
  { db, vault, now }: World,
  { storeId, webhookId }: WebhookChoice,
): Promise<{ secret: string; previous_valid_until: number }> {
  const secret = makeWebhookSecret()
  const previousUntil = now() + BOTH_SIGN_MS
  const sealed = vault.seal(secret)
  if (!(await rotateSecret(db, { storeId, id: webhookId, secret: sealed, previousUntil })))
    throw noSuchWebhook()
  return { secret, previous_valid_until: previousUntil }
}
