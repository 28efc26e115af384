import type { Posting, Result, WebhookClient } from '../outbound/webhook-client.ts'
import { parseTraceparent, traceparentOf } from './span-context.ts'
import type { Tracer } from './tracer.ts'

/**
 * Makes each attempt of a delivery a span of the trace in which its event was created, and names it to the receiver.
 */
export const tracedReceivers = (receivers: WebhookClient, tracer: Tracer): WebhookClient => ({
  allowedNetworks: receivers.allowedNetworks,
  post: (posting) => traced(tracer, posting, (own) => receivers.post(own)),
  diagnose: (posting) => traced(tracer, posting, (own) => receivers.diagnose(own)),
  [Symbol.dispose]: () => receivers[Symbol.dispose](),
})

async function traced<T extends Result>(
  tracer: Tracer,
  posting: Posting,
  post: (own: Posting) => Promise<T>,
): Promise<T> {
  const parent = parseTraceparent(posting.headers.traceparent) ?? tracer.current()
  const span = tracer.start('POST webhook', 'client', parent)
  const headers = { ...posting.headers, traceparent: traceparentOf(span) }
  const result = await post({ ...posting, headers })
  const outcome =
    'status' in result
      ? { 'http.response.status_code': result.status }
      : { 'error.type': result.failure.code || result.failure.stage }
  const { hostname, port } = new URL(posting.url)
  const about = {
    'http.request.method': 'POST',
    'server.address': hostname,
    'server.port': Number(port || 443),
  }
  span.end({ ...about, ...outcome }, !('status' in result) || result.status >= 400)
  return result
}
