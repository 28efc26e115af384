import type { FastifyInstance } from 'fastify'
import { isLoopback } from '../../rules/network/network.ts'
import type { World } from '../../world.ts'
import { refuseUnasked } from '../refuse-unasked.ts'
import { WATCH_PATHS } from '../watch-paths.ts'
import type { proxyTest } from './proxies.ts'

const MOST_TOLD = 100

/**
 * Behind a proxy, refuses requests that reached the proxy over plain HTTP. It never redirects them, because their key
 * has leaked already. Clients without a proxy may use plain HTTP from this machine only. The paths of monitoring are
 * exempt, because it asks from within the network.
 */
export function requireHttps(
  server: FastifyInstance,
  isProxy: ReturnType<typeof proxyTest>,
  { log, now }: World,
) {
  const told = new Set<string>()
  /** Logs each peer once: it may be a proxy that TRUST_PROXY does not name, or that does not send X-Forwarded-Proto. */
  const tell = (peer: string, throughProxy: boolean) => {
    if (told.has(peer) || told.size === MOST_TOLD) return
    told.add(peer)
    log.warn({ peer, isInTrustProxy: throughProxy }, 'Refused with "HTTPS is required"')
  }
  server.addHook('onRequest', (request, reply, done) => {
    const peer = request.socket.remoteAddress ?? ''
    const throughProxy = isProxy(peer)
    const safe = throughProxy
      ? request.protocol.toLowerCase() === 'https'
      : isLoopback(peer) || 'encrypted' in request.socket
    if (safe || request.is404 || WATCH_PATHS.has(request.url)) return done()
    tell(peer, throughProxy)
    refuseUnasked(request, reply, 'https_required', now())
  })
}
