import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { answersUnderWay } from './answers.ts'

const CUT_OFF_AFTER_MS = 25_000

/**
 * At the stop, connections on which nothing is being answered end at once: kept-alive ones, and heads half sent. The
 * others are told to close with their answer. What is still not done after 25 seconds is cut off.
 */
export function closeConnectionsOnStop(app: FastifyInstance) {
  const { server } = app
  const open = new Set<Socket>()
  let closing = false

  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', (_request, response) => {
    if (closing) closeAfter(response)
  })
  app.addHook('preClose', (done) => {
    closing = true
    for (const socket of open) {
      const answers = answersUnderWay(socket) ?? []
      if (answers.length === 0) socket.destroy()
      for (const response of answers) closeAfter(response)
    }
    setTimeout(() => server.closeAllConnections(), CUT_OFF_AFTER_MS).unref()
    done()
  })
}

function closeAfter(response: ServerResponse) {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
