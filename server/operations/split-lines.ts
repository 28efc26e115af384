const NEW_LINE = 10

/**
 * Splits into lines, as bytes and without their end. A line may contain any character, even those at which other
 * readers end lines.
 */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let to = chunk.indexOf(NEW_LINE); to !== -1; to = chunk.indexOf(NEW_LINE, from)) {
      yield begun.length > 0 ? Buffer.concat([...begun, chunk.subarray(from, to)]) : chunk.subarray(from, to)
      begun = []
      from = to + 1
    }
    if (from < chunk.length) begun.push(chunk.subarray(from))
  }
  if (begun.length > 0) yield Buffer.concat(begun)
}
