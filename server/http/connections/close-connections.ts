import type { ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { answersUnderWay } from './answers.ts'
import type { proxyTest } from './proxies.ts'

/** Few are left by then: a proxy that is asked much has had an answer on each, and with it the word that it ends. */
const PROXIES_GO_ON_MS = 1000
const CUT_OFF_AFTER_MS = 25_000
/** One to be through with what is being done, one for a connection that waits, one for what came on it. */
const QUIET_TURNS = 3
const LET_IN_WITHIN_MS = 1000

/**
 * At a stop, what has arrived by then is still read and answered, since its sender cannot know that nobody has read it.
 * Then idle connections are closed: kept-alive ones, half-sent heads, half-done handshakes. The others close after
 * their last answer. Those of a proxy stay open a moment longer: a POST that it has just sent on one would be lost,
 * since it must not send it again. What is left after 25 seconds is cut off.
 */
export function closeConnectionsOnStop(app: FastifyInstance, isProxy: ReturnType<typeof proxyTest>) {
  const { server } = app
  const open = new Map<string, Socket>()
  let closing = false

  // With TLS a connection is told of twice: when it is made, and under the same end when its handshake is done.
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
  // Node's close() would end them all.
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
 * Node lets one connection in at each turn of its loop, and the system resets those that still stand before a door that is
 * shut, with what they have said. Waits until none comes any more, but not for ever.
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

/** Who was told already that the connection is kept finds it closed behind the answer. */
function closeAfter(response: ServerResponse) {
  if (!response.headersSent) response.setHeader('connection', 'close')
  else response.once('close', () => response.req.socket.destroySoon())
}
