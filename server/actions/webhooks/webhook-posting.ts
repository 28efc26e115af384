import type { SentRequest } from '#contract/dashboard/webhooks.ts'
import { isErased } from '#contract/erased-customer.ts'
import type { Posting } from '../../outbound/webhook-client.ts'
import { lastingHeaders, signedHeaders } from '../../rules/webhooks/webhook-headers.ts'
import { previousSecrets } from '../../rules/webhooks/webhook-secrets.ts'
import type { WebhookRow } from '../../storage/webhooks/webhook-rows.ts'
import type { World } from '../../world.ts'

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

export interface SignedPosting extends Posting {
  /** When it was signed: its timestamp, to the millisecond. */
  at: number
}

/** Builds the signed request for an event. For a while after a rotation the earlier secrets sign too. */
export function webhookPosting({ vault, now }: World, target: Target, event: OutgoingEvent): SignedPosting {
  const at = now()
  const previous = previousSecrets(target, at).map(({ secret }) => secret)
  const secrets = [target.secret, ...previous].map((sealed) => vault.open(sealed))
  return {
    at,
    url: target.url,
    body: event.body,
    headers: {
      ...signedHeaders(event, secrets, at),
      ...(event.traceparent && { traceparent: event.traceparent }),
    },
  }
}

/** The same request for display, without its signature: that needs the secret, and revealing the secret is audited. */
export function shownRequest(
  { url }: Pick<Target, 'url'>,
  event: Omit<OutgoingEvent, 'traceparent'>,
): SentRequest {
  const { host, pathname, search } = new URL(url)
  const { body } = event
  return {
    path: pathname + search,
    headers: { host, 'content-length': String(Buffer.byteLength(body)), ...lastingHeaders(event) },
    body,
    erased: isErased(JSON.parse(body).customer?.email),
  }
}
