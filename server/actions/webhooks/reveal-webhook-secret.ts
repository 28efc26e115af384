import type { WebhookRow } from '../../storage/webhooks/webhook-rows.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'
import { findOwnWebhook, type WebhookChoice } from './find-own-webhook.ts'

/** Returns the secret that signs now, after the note about it is committed. */
export async function revealWebhookSecret(
  { db, vault }: World,
  choice: WebhookChoice,
  note?: Note<WebhookRow>,
): Promise<{ secret: string }> {
  const { secret } = await db.transaction(async (tx) => {
    const webhook = await findOwnWebhook(tx, choice)
    await note?.(tx, webhook)
    return webhook
  })
  return { secret: vault.open(secret) }
}
