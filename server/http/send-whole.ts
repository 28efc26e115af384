import type { FastifyReply, FastifyRequest } from 'fastify'
import { tinyChunks } from './bodies/tiny-chunks.ts'

const LINGER_MS = 5000

/** Sends a prepared answer, also to a client that is still sending. */
export function sendWhole(request: FastifyRequest, reply: FastifyReply, body: string | Buffer) {
  return hasUnreadBody(request) ? sendAndLinger(request, reply, body) : reply.send(body)
}

function hasUnreadBody({ raw }: FastifyRequest): boolean {
  const sent =
    raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
  return sent && !raw.complete
}

/**
 * A client that is still sending must not lose our answer to a connection reset. So the answer is sent at once, and the
 * rest of the body is discarded for up to 5 seconds before the connection ends. A body in too many tiny chunks costs
 * too much to discard: its connection is destroyed.
 */
function sendAndLinger({ raw }: FastifyRequest, reply: FastifyReply, body: string | Buffer) {
  reply.hijack()
  const answer = reply.raw
  answer.writeHead(reply.statusCode, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  const end = () => {
    clearTimeout(timer)
    answer.end()
  }
  const timer = setTimeout(end, LINGER_MS)
  if (raw.method === 'HEAD') return end()
  answer.write(body)
  raw.once('end', end).once('close', end).once('error', end)
  const isTooMany = tinyChunks(raw)
  raw.on('data', function judge(chunk) {
    if (!isTooMany(chunk)) return
    raw.off('data', judge)
    raw.socket.destroy()
  })
  raw.resume()
  return reply
}
