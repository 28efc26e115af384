import { webhookOffLetter } from '../../mails/seller-letters.ts'
import type { Result } from '../../outbound/webhook-client.ts'
import type { Queries } from '../../storage/engine.ts'
import type { World } from '../../world.ts'
import { tellSeller } from '../mails/tell-seller.ts'
import { resultWords } from './attempt-row.ts'
import type { WebhookChoice } from './find-own-webhook.ts'
import { disableWebhook, type Grounds } from './set-webhook-enabled.ts'

export const failedTooLong = (failingSince: number): Grounds => ({
  reason: 'It failed for 5 days',
  failingSince,
})

/**
 * Switches off a URL that cannot be delivered to, and tells the seller, once. False if there was nothing to switch off.
 */
export async function giveUpWebhook(
  tx: Queries,
  world: World,
  { url, ...choice }: WebhookChoice & { url: string },
  grounds: Grounds,
  result: Result,
): Promise<boolean> {
  if (!(await disableWebhook(tx, choice, grounds, world.now()))) return false
  const facts = { url, reason: grounds.reason, lastResult: resultWords(result) }
  await tellSeller(tx, world, choice.storeId, {
    kind: 'webhook off',
    write: (store) => webhookOffLetter(store, facts),
  })
  return true
}
