import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify'
import { parseTraceparent } from '../tracing/span-context.ts'
import type { Span, Tracer } from '../tracing/tracer.ts'

/** A span for every request that finds a route, as part of the trace that the request names. */
export function traceRequests(server: FastifyInstance, tracer: Tracer) {
  server.addHook('onRoute', (route) => {
    const handle = route.handler as RouteHandlerMethod
    route.handler = function traced(request, reply) {
      const span = tracer.start(
        `${request.method} ${route.url}`,
        'server',
        parseTraceparent(request.headers.traceparent),
      )
      reply.raw.once('close', () => endSpan(span, reply, request.method, route.url))
      return tracer.within(span, () => handle.call(this, request, reply))
    }
  })
}

function endSpan(span: Span, { raw }: FastifyReply, method: string, route: string) {
  const { statusCode } = raw
  span.end(
    { 'http.request.method': method, 'http.route': route, 'http.response.status_code': statusCode },
    statusCode >= 500,
  )
}
