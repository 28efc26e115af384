import { HttpsWebhookClient } from '../../server/outbound/https-client.ts'
import type { Result } from '../../server/outbound/webhook-client.ts'
import { parseNetworks } from '../../server/rules/network/public-address.ts'

export const LOOPBACK = parseNetworks('loopback')!

export const posting = (url: string) => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
})

/** The reason for the failure, as a seller's developer reads it. */
export const reasonOf = (result: Result) =>
  'failure' in result ? result.failure.reason : `Status ${result.status}`

export async function post(url: string, allowed = LOOPBACK, dnsServers?: string[]): Promise<Result> {
  using client = new HttpsWebhookClient(allowed, dnsServers)
  return await client.post(posting(url))
}
