import type { Result } from '../outbound/webhook-client.ts'
import type { Queries } from '../storage/engine.ts'
import type { World } from '../world.ts'
import { resultWords } from './attempt-row.ts'
import type { WebhookChoice } from './find-own-webhook.ts'
import { disableWebhook, type Grounds } from './set-webhook-enabled.ts'
import { tellSeller } from './tell-seller.ts'

export const failedTooLong = (failingSince: number): Grounds => ({
  reason: 'It failed for 5 days',
  failingSince,
})

/** Switches a URL off that cannot be delivered to, and tells the seller, once. False when there was nothing to switch. */
export async function giveUpWebhook(
  tx: Queries,
  world: World,
  { url, ...choice }: WebhookChoice & { url: string },
  grounds: Grounds,
  result: Result,
): Promise<boolean> {
  if (!(await disableWebhook(tx, choice, grounds, world.now()))) return false
  await tellSeller(tx, world, choice.storeId, 'webhook off', ({ name }) => ({
    subject: 'A webhook URL was switched off',
    content: {
      storeName: name,
      heading: 'A webhook URL was switched off',
      paragraphs: [
        `Orders are no longer announced to ${url}. ${grounds.reason}. The last result: ${resultWords(result)}.`,
        'Once your server answers again, switch the URL on and replay what it missed. No order is lost.',
      ],
      button: { label: 'Open the dashboard', url: `${world.publicUrl}/dashboard` },
    },
  }))
  return true
}
