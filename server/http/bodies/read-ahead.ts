import type { IncomingMessage, Server } from 'node:http'
import { joinedChunks, keepChunk } from './joined-chunks.ts'

/**
 * Bounds what Node reads of a body in chunks while nobody reads it, as when its sender is still being looked up or it waits
 * for memory. By itself it reads 64 KB of body, which take 27 MB where each chunk is a byte.
 */
export function boundReadAhead(server: Server): void {
  server.on('request', (request) => {
    if (request.headers['transfer-encoding'] !== undefined) joinUnread(request)
  })
}

/**
 * Node stops at the first chunk that is not wanted yet; the others that came with it are joined. It goes on as soon as the
 * body flows: read, thrown away, or answered without. All who read one let it flow.
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
