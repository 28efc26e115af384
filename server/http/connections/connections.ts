import type { Server, Socket } from 'node:net'
import type { Logger } from 'pino'
import { OutageLog } from '../../outage-log.ts'
import { networkOf } from '../../rules/network/network.ts'
import { Places } from './places.ts'
import type { proxyTest } from './proxies.ts'

/** Each takes memory even when idle, most of all with TLS, and the system does not get all of it back. */
const MOST_CONNECTIONS = 4000

const TURNED_AWAY = {
  level: 'warn',
  begins: 'Too many connections are open: new ones are turned away',
  ends: 'No connection has been turned away for ten seconds',
} as const

/**
 * Limits open connections, because idle ones take memory and are not counted as requests (overload.ts). Those beyond
 * the limit are closed before their TLS handshake. Trusted proxies are exempt: they bring everybody's requests, and
 * have a limit of their own for connections. Call this before other code listens for connections.
 */
export function boundConnections(
  server: Server,
  { isProxy, log }: { isProxy: ReturnType<typeof proxyTest>; log: Logger },
  most = MOST_CONNECTIONS,
): Places {
  const places = new Places(most)
  const turnedAway = new OutageLog(log, TURNED_AWAY)
  const isAdmitted = (socket: Socket): boolean => {
    const address = socket.remoteAddress ?? ''
    if (isProxy(address)) return true
    const network = networkOf(address)
    if (places.take(network)) {
      socket.once('close', () => places.leave(network))
      return true
    }
    turnedAway.note({ network, open: places.taken })
    return false
  }
  const begin = server.listeners('connection') // Node's own, which would set up TLS or a parser.
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (!isAdmitted(socket)) return void socket.destroy()
    for (const each of begin) each.call(server, socket)
  })
  return places
}
