import type { IncomingMessage } from 'node:http'

const MOST_CHUNKS = 8192
const LEAST_BYTES_PER_CHUNK = 64

/**
 * Returns what says of each chunk whether there have been too many that hold too little. Each costs as much as a
 * thousand bytes of a large one; nobody who means well sends so many, and whoever does keeps the processor from all
 * others.
 */
export function tinyChunks({ headers }: IncomingMessage): (chunk: Buffer) => boolean {
  if (headers['transfer-encoding'] === undefined) return () => false
  let left = MOST_CHUNKS
  return ({ length }) => {
    left += length / LEAST_BYTES_PER_CHUNK - 1
    return left < 0
  }
}
