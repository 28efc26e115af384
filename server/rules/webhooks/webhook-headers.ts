import { signWebhook } from '#contract/signature.ts'

const AGENT = 'Haat-Webhooks/1'

interface Sent {
  id: string
  sequence: number
  body: string
}

/** The headers that are the same for every attempt. */
export const lastingHeaders = ({ id, sequence }: Omit<Sent, 'body'>) => ({
  'content-type': 'application/json',
  'user-agent': AGENT,
  'webhook-id': id,
  'webhook-sequence': String(sequence),
})

export const timestampOf = (at: number): number => Math.floor(at / 1000)

/** The headers of an attempt at this time, signed with each of the secrets. */
export function signedHeaders(event: Sent, secrets: readonly string[], at: number) {
  const timestamp = timestampOf(at)
  return {
    ...lastingHeaders(event),
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook(secrets, event.id, timestamp, event.body),
  }
}
