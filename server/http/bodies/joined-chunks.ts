/** A waiting chunk costs some 400 bytes beside its content, so this many are joined into one. */
const JOIN_AFTER_CHUNKS = 256

/** Appends a chunk. The list stays short, however small the chunks are. */
export function keepChunk(chunks: Buffer[], chunk: Buffer): void {
  chunks.push(chunk)
  if (chunks.length === JOIN_AFTER_CHUNKS) chunks.splice(0, chunks.length, Buffer.concat(chunks))
}

export const joinedChunks = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
