import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/errors.ts'
import { sendRefusal } from './errors.ts'
import { countWithRoute } from './metrics/measure.ts'

/** What is beyond this waits at the client instead of in our memory. */
const MOST_AT_ONCE = 2000

/** Whoever watches must see an overload, and must not take the process for dead. */
const EVEN_THEN = new Set(['/healthz', '/metrics'])

/** Notes which requests are being answered, and refuses what is too much at once before any work is done for it. */
export function refuseOverload(app: FastifyInstance, mostAtOnce = MOST_AT_ONCE): Set<ServerResponse> {
  const answering = new Set<ServerResponse>()
  function forget(this: ServerResponse) {
    answering.delete(this)
  }
  app.server.on('request', (_request, response: ServerResponse) => {
    answering.add(response)
    response.on('close', forget)
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (answering.size < mostAtOnce || EVEN_THEN.has(request.url)) return done()
    countWithRoute(request, reply)
    sendRefusal(request, reply, refuse('overloaded'))
  })
  return answering
}
