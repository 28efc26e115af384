import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const TOLERANCE_SECONDS = 300

/** A new secret in the form of Standard Webhooks. */
export const makeWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** The value of `webhook-signature`: one signature per secret, so that a receiver may hold either of two. */
export function signWebhook(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  return secrets.map((secret) => `v1,${mac(secret, id, timestamp, body).toString('base64')}`).join(' ')
}

export interface WebhookHeaders {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/** Whether the body was signed with the secret, within five minutes of `nowSeconds`. */
export function isSignedWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string,
  nowSeconds: number,
): boolean {
  const timestamp = Number(headers['webhook-timestamp'])
  if (!Number.isInteger(timestamp) || Math.abs(nowSeconds - timestamp) > TOLERANCE_SECONDS) return false
  const expected = mac(secret, headers['webhook-id'], timestamp, body)
  return headers['webhook-signature'].split(' ').some((part) => {
    const given = Buffer.from(part.startsWith('v1,') ? part.slice(3) : '', 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

function mac(secret: string, id: string, timestamp: number, body: string): Buffer {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64')
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
}
