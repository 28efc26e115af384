import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface OtlpAttribute {
  key: string
  value: { stringValue?: string; intValue?: string }
}

interface OtlpSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: OtlpAttribute[]
  status: { code?: number }
}

interface OtlpRequest {
  resourceSpans: Array<{
    resource: { attributes: OtlpAttribute[] }
    scopeSpans: Array<{ scope: { name: string }; spans: OtlpSpan[] }>
  }>
}

export const attributesOf = (attributes: OtlpAttribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

/** An OpenTelemetry collector: receives traces by OTLP over HTTP, as JSON, and keeps them. */
export async function startCollector() {
  const spans: OtlpSpan[] = []
  const services = new Set<unknown>()
  const keys = new Set<string | undefined>()
  const server = createServer(async (request, response) => {
    const right = request.url === '/v1/traces' && request.headers['content-type'] === 'application/json'
    if (!right) return void response.writeHead(404).end()
    const { resourceSpans } = (await json(request)) as OtlpRequest
    keys.add(request.headers['x-key'] as string | undefined)
    for (const { resource, scopeSpans } of resourceSpans) {
      services.add(attributesOf(resource.attributes)['service.name'])
      spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
    },
    spans,
    services,
    keys,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
