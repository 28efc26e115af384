import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/errors.ts'
import { networkOf } from '../rules/network.ts'
import { sendRefusal } from './errors.ts'
import { countWithRoute } from './metrics/measure.ts'

/** What is beyond this waits at the client instead of in our memory. */
const MOST_AT_ONCE = 2000

/** Whoever watches must see an overload, and must not take the process for dead. */
const NEED_NO_PLACE = new Set(['/healthz', '/readyz', '/metrics'])

/** Notes which requests are being answered, and refuses what is too much at once before any work is done for it. */
export function refuseOverload(app: FastifyInstance, mostAtOnce = MOST_AT_ONCE): Set<ServerResponse> {
  const answering = new Set<ServerResponse>()
  const places = new Places(mostAtOnce)
  function leave(this: ServerResponse) {
    answering.delete(this)
    places.leave(this)
  }
  app.server.on('request', (_request, response: ServerResponse) => {
    answering.add(response)
    response.on('close', leave)
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (NEED_NO_PLACE.has(request.url)) return done()
    if (places.take(reply.raw, networkOf(request.ip))) return done()
    countWithRoute(request, reply)
    sendRefusal(request, reply, refuse('overloaded'))
  })
  return answering
}

/** Once half of the places are taken, one network has at most a quarter of them: whoever holds many leaves room for others. */
class Places {
  readonly #most: number
  readonly #networks = new Map<ServerResponse, string>()
  readonly #taken = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  take(response: ServerResponse, network: string): boolean {
    const all = this.#networks.size
    const own = this.#taken.get(network) ?? 0
    if (all >= this.#most || (all >= this.#most / 2 && own >= this.#most / 4)) return false
    this.#networks.set(response, network)
    this.#taken.set(network, own + 1)
    return true
  }

  leave(response: ServerResponse): void {
    const network = this.#networks.get(response)
    if (network === undefined) return
    this.#networks.delete(response)
    const left = this.#taken.get(network)! - 1
    if (left > 0) this.#taken.set(network, left)
    else this.#taken.delete(network)
  }
}
