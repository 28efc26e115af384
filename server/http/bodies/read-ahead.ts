import type { IncomingMessage, Server } from 'node:http'
import { joinedChunks, keepChunk } from './joined-chunks.ts'

/**
 * Limits how much of a chunked body Node buffers while nobody reads it, for example while its sender's key is looked up
 * or while it waits for memory. By default Node buffers 64 KB of body, which take 27 MB where each chunk is one byte.
 */
export function boundReadAhead(server: Server): void {
  server.on('request', (request) => {
    if (request.headers['transfer-encoding'] !== undefined) joinUnread(request)
  })
}

/**
 * Where `push` returns false, Node stops reading the socket: here at the first chunk that arrives before the body
 * flows. Further chunks of the same read are joined. Node goes on when the body flows, whether it is read, discarded,
 * or the request answered without it. Every reader in Haat makes the body flow.
 */
function joinUnread(request: IncomingMessage): void {
  const unread: Buffer[] = []
  const push = request.push.bind(request)
  const handOn = () => {
    if (unread.length > 0) push(joinedChunks(unread.splice(0)))
  }
  request.push = (chunk: Buffer | null) => {
    if (chunk !== null && !request.readableFlowing) {
      keepChunk(unread, chunk)
      return false
    }
    handOn()
    return push(chunk)
  }
  request.on('resume', handOn)
}
