import type { WebhookRow } from '../../storage/webhooks/webhook-rows.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'
import { findOwnWebhook, type WebhookChoice } from './find-own-webhook.ts'

/** The secret that signs now. It is shown once the note about it is kept. */
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
