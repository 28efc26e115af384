import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { answersUnderWay } from './answers.ts'

const CUT_OFF_AFTER_MS = 25_000

/**
 * At the stop, connections on which nothing is being answered end at once: kept-alive ones, heads half sent, handshakes
 * half done. The others close with their last answer. What is still not done after 25 seconds is cut off.
 */
export function closeConnectionsOnStop(app: FastifyInstance) {
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
  app.addHook('preClose', (done) => {
    closing = true
    for (const socket of open.values()) {
      const last = answersUnderWay(socket)?.at(-1)
      if (last) closeAfter(last)
      else socket.destroy()
    }
    setTimeout(() => server.closeAllConnections(), CUT_OFF_AFTER_MS).unref()
    done()
  })
}

/** Who was told already that the connection is kept finds it closed behind the answer. */
function closeAfter(response: ServerResponse) {
  if (!response.headersSent) response.setHeader('connection', 'close')
  else response.once('close', () => response.req.socket.destroySoon())
}
