import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { answersUnderWay } from './answers.ts'

const TAKEN_WITHIN_MS = 30_000

/**
 * Disconnects a client that does not read its answer. It uses the socket's inactivity timer, which Node restarts
 * whenever bytes come or leave. While there is no answer to send yet, a timeout is ignored; the first byte of the
 * answer starts the timer again.
 */
export function cutOffUnreadAnswers(server: Server, takenWithinMs = TAKEN_WITHIN_MS) {
  server.setTimeout(takenWithinMs, (socket) => {
    if (socket.writableLength > 0 || isKeptIdle(socket)) socket.destroy()
  })
}

/**
 * Node's keep-alive time has passed without another request. The wait for a first request has a time limit of its own.
 */
const isKeptIdle = (socket: Socket) => answersUnderWay(socket)?.length === 0
