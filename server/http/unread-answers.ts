import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const TAKEN_WITHIN_MS = 30_000

/**
 * Cuts off whoever takes nothing of an answer. The socket's own timer notices, which Node keeps going as long as bytes
 * come or leave; while we have nothing to say yet it is let be, and starts again with the first byte.
 */
export function cutOffUnreadAnswers(server: Server, takenWithinMs = TAKEN_WITHIN_MS) {
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    socket.setTimeout(takenWithinMs)
    response.on('timeout', cutOffUnread)
  })
}

function cutOffUnread(socket: Socket) {
  if (socket.writableLength > 0) socket.destroy()
}
