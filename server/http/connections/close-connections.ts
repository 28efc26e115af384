import type { ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { answersUnderWay } from './answers.ts'
import type { proxyTest } from './proxies.ts'

/**
 * How long a proxy's connections stay open. Few are left by then: each that a busy proxy uses has carried an answer
 * with `connection: close`.
 */
const PROXIES_GO_ON_MS = 1000
const CUT_OFF_AFTER_MS = 25_000
/**
 * Turns without a new connection: one to finish current work, one to accept a connection, one to read what came on it.
 */
const QUIET_TURNS = 3
const LET_IN_WITHIN_MS = 1000

/**
 * At a stop, requests that have already arrived are still read and answered, because their senders cannot know that
 * nobody has read them. Then idle connections are closed: kept-alive ones, those with half-sent headers or a half-done
 * handshake. The others close after their last answer. Those of a proxy stay open a second longer: a POST that the
 * proxy has just sent on one would be lost, because it must not send it again. What is left after 25 seconds is cut
 * off.
 */
export function closeConnectionsOnStop(app: FastifyInstance, isProxy: ReturnType<typeof proxyTest>) {
  const { server } = app
  const open = new Map<string, Socket>()
  let closing = false

  // With TLS, Node reports a connection twice, from the same address and port: when it is made and after its handshake.
  const keep = (socket: Socket) => {
    const end = `${socket.remoteAddress} ${socket.remotePort}`
    open.set(end, socket)
    socket.once('close', () => {
      if (open.get(end) === socket) open.delete(end)
    })
  }
  server.on('connection', keep)
  if (server instanceof TlsServer) server.on('secureConnection', keep)
  server.on('request', (_request, response) => {
    if (closing) closeAfter(response)
  })
  const closeIdle = (isLeft: (socket: Socket) => boolean) => {
    for (const socket of open.values()) {
      const last = answersUnderWay(socket)?.at(-1)
      if (last) closeAfter(last)
      else if (!isLeft(socket)) socket.destroy()
    }
  }
  // Node's close() calls this, and would end the idle connections of proxies too.
  server.closeIdleConnections = () => {}
  app.addHook('preClose', async () => {
    closing = true
    setTimeout(() => server.closeAllConnections(), CUT_OFF_AFTER_MS).unref()
    await untilAllAreIn(server)
    closeIdle(({ remoteAddress = '' }) => isProxy(remoteAddress))
    setTimeout(() => closeIdle(() => false), PROXIES_GO_ON_MS).unref()
  })
}

/**
 * Waits until no new connection comes, but not for ever. Node accepts one connection per turn of the event loop, and
 * once the listening socket is closed, the system resets those not yet accepted, with the requests sent on them.
 */
async function untilAllAreIn(server: Server) {
  const until = performance.now() + LET_IN_WITHIN_MS
  let quiet = 0
  server.on('connection', () => {
    quiet = 0
  })
  while (quiet < QUIET_TURNS && performance.now() < until) {
    quiet++
    await othersTurn()
  }
}

/** Where the headers have promised to keep the connection, it is closed after the answer. */
function closeAfter(response: ServerResponse) {
  if (!response.headersSent) response.setHeader('connection', 'close')
  else response.once('close', () => response.req.socket.destroySoon())
}
