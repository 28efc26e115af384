/** Each chunk that waits to be joined takes some 400 bytes beside its own. */
const JOIN_AFTER_CHUNKS = 256

/** Puts a chunk behind those that wait, of which there are never many, however small they are. */
export function keepChunk(chunks: Buffer[], chunk: Buffer): void {
  chunks.push(chunk)
  if (chunks.length === JOIN_AFTER_CHUNKS) chunks.splice(0, chunks.length, Buffer.concat(chunks))
}

export const joinedChunks = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
