import type { World } from '../world.ts'
import { findOwnWebhook, type WebhookChoice } from './find-own-webhook.ts'

/** The secret that signs now. */
export async function revealWebhookSecret(
  { db, vault }: World,
  choice: WebhookChoice,
): Promise<{ secret: string }> {
  return { secret: vault.open((await findOwnWebhook(db, choice)).secret) }
}
