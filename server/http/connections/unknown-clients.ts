import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

const MOST_CHARACTERS = 100

/** Logs once that a trusted proxy passes on no client addresses: all clients behind it then count as one. */
export function unknownClients(log: Logger): (request: FastifyRequest) => void {
  let isTold = false
  return ({ ip, socket }) => {
    if (isTold) return
    isTold = true
    const passedOn = ip.slice(0, MOST_CHARACTERS)
    log.warn(
      { peer: socket.remoteAddress, passedOn },
      'A proxy sends no address in X-Forwarded-For: all clients behind it count as one',
    )
  }
}
