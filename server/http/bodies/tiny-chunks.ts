import type { IncomingMessage } from 'node:http'

const MOST_CHUNKS = 8192
const LEAST_BYTES_PER_CHUNK = 64

/**
 * Returns a function that gets each chunk and says whether too many tiny ones have come. A chunk costs as much
 * processor time as a thousand bytes of a large one. No honest client sends so many, and a client that does keeps the
 * processor from all others.
 */
export function tinyChunks({ headers }: IncomingMessage): (chunk: Buffer) => boolean {
  if (headers['transfer-encoding'] === undefined) return () => false
  let left = MOST_CHUNKS
  return ({ length }) => {
    left += length / LEAST_BYTES_PER_CHUNK - 1
    return left < 0
  }
}
