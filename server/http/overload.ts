import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/errors.ts'
import { networkOf } from '../rules/network.ts'
import { followAnswers } from './answers.ts'
import { sendRefusal } from './errors.ts'
import { countWithRoute } from './metrics/measure.ts'
import { WATCH_PATHS } from './watch-paths.ts'

/** What is beyond this waits at the client instead of in our memory. */
const MOST_AT_ONCE = 2000

/**
 * Refuses what is too much at once before any work is done for it. Whoever watches must see an overload, and must not take
 * the process for dead.
 */
export function refuseOverload(app: FastifyInstance, mostAtOnce = MOST_AT_ONCE): Places {
  const places = new Places(mostAtOnce)
  followAnswers(app.server, (response) => places.leave(response))
  app.addHook('onRequest', (request, reply, done) => {
    if (request.ip === undefined) {
      // Who is gone already has no address; with a body that nobody reads, Node would notice an hour later.
      request.raw.socket.destroy()
      return void reply.hijack()
    }
    if (places.take(reply.raw, networkOf(request.ip)) || WATCH_PATHS.has(request.url)) return done()
    countWithRoute(request, reply)
    sendRefusal(request, reply, refuse('overloaded'))
  })
  return places
}

const NETWORK = Symbol('network')

type Placed = ServerResponse & { [NETWORK]?: string }

/** Once half of the places are taken, one network has at most a quarter of them: whoever holds many leaves room for others. */
class Places {
  readonly #most: number
  readonly #takenBy = new Map<string, number>()
  #taken = 0

  constructor(most: number) {
    this.#most = most
  }

  get taken() {
    return this.#taken
  }

  take(response: Placed, network: string): boolean {
    const own = this.#takenBy.get(network) ?? 0
    const isHalfTaken = this.#taken >= this.#most / 2
    if (this.#taken >= this.#most || (isHalfTaken && own >= this.#most / 4)) return false
    response[NETWORK] = network
    this.#taken++
    this.#takenBy.set(network, own + 1)
    return true
  }

  leave(response: Placed): void {
    const network = response[NETWORK]
    if (network === undefined) return
    this.#taken--
    this.#takenBy.set(network, this.#takenBy.get(network)! - 1)
    if (this.#takenBy.size > this.#most) this.#forgetAbsent()
  }

  /** Not as soon as one has left: it mostly comes again at once, and a Map that is added to and taken from grows tables. */
  #forgetAbsent() {
    for (const [network, taken] of this.#takenBy) if (taken === 0) this.#takenBy.delete(network)
  }
}
