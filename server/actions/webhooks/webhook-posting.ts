import { signWebhook } from '#contract/signature.ts'
import type { Posting } from '../../outbound/webhook-client.ts'
import { previousSecrets } from '../../rules/webhooks/webhook-secrets.ts'
import type { WebhookRow } from '../../storage/webhooks/webhook-rows.ts'
import type { World } from '../../world.ts'

const AGENT = 'Haat-Webhooks/1'

export interface OutgoingEvent {
  id: string
  sequence: number
  body: string
  traceparent?: string | null
}

type Target = Pick<
  WebhookRow,
  'url' | 'secret' | 'previous_secret' | 'previous_secret_until' | 'older_secrets'
>

/** The signed request for an event. For a while after a rotation earlier secrets sign too. */
export function webhookPosting({ vault, now }: World, target: Target, event: OutgoingEvent): Posting {
  const at = now()
  const previous = previousSecrets(target, at).map(({ secret }) => secret)
  const secrets = [target.secret, ...previous].map((sealed) => vault.open(sealed))
  const timestamp = Math.floor(at / 1000)
  return {
    url: target.url,
    body: event.body,
    headers: {
      'content-type': 'application/json',
      'user-agent': AGENT,
      'webhook-id': event.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook(secrets, event.id, timestamp, event.body),
      'webhook-sequence': String(event.sequence),
      ...(event.traceparent && { traceparent: event.traceparent }),
    },
  }
}
