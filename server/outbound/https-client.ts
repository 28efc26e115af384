import https from 'node:https'
import { createSecureContext } from 'node:tls'
import type { Network } from '../rules/network/public-address.ts'
import { onFirstUse } from '../rules/values/on-first-use.ts'
import { Attempt } from './attempt.ts'
import { failureOf } from './failure.ts'
import { Resolver } from './resolve.ts'
import type { Posting, Result, Seen, WebhookClient } from './webhook-client.ts'

const DEADLINE_MS = 5000
const IDLE_MS = 4000
/** As many as all URLs of a store may use at once: they often share one host, and handshakes cost the most. */
const MOST_IDLE_PER_HOST = 160

/**
 * Posts over HTTPS to public addresses only. One deadline covers everything from the look-up to the last byte of the
 * answer. Connections are kept for a few seconds; the checks made at their opening remain valid.
 */
export class HttpsWebhookClient implements WebhookClient {
  readonly allowedNetworks: readonly Network[]
  readonly #resolver: Resolver
  readonly #agent: https.Agent
  /** Shared by all connections: making one costs more than all else about opening a connection. */
  readonly #secureContext = onFirstUse(() => createSecureContext())

  constructor(allowedNetworks: readonly Network[], dnsServers?: readonly string[]) {
    this.#resolver = new Resolver(dnsServers)
    this.allowedNetworks = allowedNetworks
    this.#agent = new https.Agent({
      keepAlive: true,
      maxFreeSockets: MOST_IDLE_PER_HOST,
      scheduling: 'lifo',
      timeout: IDLE_MS,
    })
  }

  async post(posting: Posting): Promise<Result> {
    return await this.#attempt(posting, this.#agent, {})
  }

  async diagnose(posting: Posting) {
    const seen: Seen = {}
    const result = await this.#attempt(posting, false, seen)
    return { ...result, seen }
  }

  [Symbol.dispose]() {
    this.#resolver.cancel()
    this.#agent.destroy()
  }

  async #attempt(posting: Posting, agent: https.Agent | false, seen: Seen): Promise<Result> {
    const started = performance.now()
    const took = () => Math.round(performance.now() - started)
    const attempt = new Attempt(posting, {
      secureContext: this.#secureContext(),
      agent,
      seen,
      resolver: this.#resolver,
      allowed: this.allowedNetworks,
    })
    const timer = setTimeout(() => attempt.giveUp(DEADLINE_MS), DEADLINE_MS)
    try {
      const answered = await attempt.run()
      return { ...answered, durationMs: took() }
    } catch (error) {
      return { failure: failureOf(error as Error, attempt.stage), durationMs: took() }
    } finally {
      clearTimeout(timer)
    }
  }
}
