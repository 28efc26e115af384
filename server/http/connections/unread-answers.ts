import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { answersUnderWay } from './answers.ts'

const TAKEN_WITHIN_MS = 30_000

/**
 * Cuts off a client that takes nothing of an answer. The socket's own timer notices, which Node renews as long as bytes
 * come or leave; while we have nothing to say yet its end means nothing, and it starts again with the first byte.
 */
export function cutOffUnreadAnswers(server: Server, takenWithinMs = TAKEN_WITHIN_MS) {
  server.setTimeout(takenWithinMs, (socket) => {
    if (socket.writableLength > 0 || isKeptIdle(socket)) socket.destroy()
  })
}

/** Node has waited for another request for as long as it keeps a connection. A first one has a time limit of its own. */
const isKeptIdle = (socket: Socket) => answersUnderWay(socket)?.length === 0
