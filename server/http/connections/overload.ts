import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { networkOf, UNKNOWN } from '../../rules/network/network.ts'
import type { World } from '../../world.ts'
import { countWithRoute } from '../metrics/measure.ts'
import { refuseUnasked } from '../refuse-unasked.ts'
import { WATCH_PATHS } from '../watch-paths.ts'
import { followAnswers } from './answers.ts'
import { Places } from './places.ts'
import { unknownClients } from './unknown-clients.ts'

/** Requests beyond this number are refused: they wait at the client instead of in our memory. */
const MOST_AT_ONCE = 2000

const NETWORK = Symbol('network')

type Placed = ServerResponse & { [NETWORK]?: string }

/**
 * Refuses excess requests before any work is done for them. Health checks and metrics are exempt, so that monitoring
 * sees an overload and does not take the process for dead.
 */
export function refuseOverload(
  app: FastifyInstance,
  { now, log }: Pick<World, 'now' | 'log'>,
  mostAtOnce = MOST_AT_ONCE,
): Places {
  const places = new Places(mostAtOnce)
  const tellOfUnknown = unknownClients(log)
  followAnswers(app.server, (response: Placed) => {
    if (response[NETWORK] !== undefined) places.leave(response[NETWORK])
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.ip === undefined) {
      // A client that has disconnected already has no address. With an unread body, Node would notice only an hour
      // later.
      request.raw.socket.destroy()
      return void reply.hijack()
    }
    const network = networkOf(request.ip)
    if (network === UNKNOWN) tellOfUnknown(request)
    if (places.take(network)) {
      const answer: Placed = reply.raw
      answer[NETWORK] = network
      return done()
    }
    if (WATCH_PATHS.has(request.url)) return done()
    countWithRoute(request, reply)
    refuseUnasked(request, reply, 'overloaded', now())
  })
  return places
}
