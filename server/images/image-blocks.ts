/**
 * The parts of an image file in their order, up to its end. Decoders tolerate a missing end; a stored file must have
 * it. `kind` is the format's name of the part, with the name inside the part where that matters.
 */
export type Block = { kind: string; start: number; end: number }

/** Undefined where the file has no end, or more parts than any picture. Bytes after the end belong to no block. */
export type BlocksOf = (bytes: Buffer) => Block[] | undefined

export const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Only a file made for the purpose has more: each block costs memory, and time for which all others wait. */
const MOST_BLOCKS = 100_000

export function walk(
  blockAt: (start: number) => Block | undefined,
  isLast: (block: Block) => boolean,
): Block[] | undefined {
  const blocks: Block[] = []
  for (let start = 0; blocks.length < MOST_BLOCKS; ) {
    const block = blockAt(start)
    if (!block) return undefined
    blocks.push(block)
    if (isLast(block)) return blocks
    start = block.end
  }
  return undefined
}

const PNG_SIGNATURE_BYTES = 8
const PNG_TEXTS: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt'])
const PNG_KEYWORD_BYTES = 79

export const pngBlocks: BlocksOf = (bytes) =>
  walk(
    (start) =>
      start === 0 ? { kind: 'signature', start, end: PNG_SIGNATURE_BYTES } : pngChunk(bytes, start),
    ({ kind }) => kind === 'IEND',
  )

function pngChunk(bytes: Buffer, start: number): Block | undefined {
  if (start + 12 > bytes.length) return undefined
  const end = start + 12 + bytes.readUInt32BE(start)
  const kind = bytes.toString('latin1', start + 4, start + 8)
  return { kind: PNG_TEXTS.has(kind) ? `${kind} ${pngKeyword(bytes, start, end)}` : kind, start, end }
}

const pngKeyword = (bytes: Buffer, start: number, end: number): string =>
  bytes.toString('latin1', start + 8, Math.min(end - 4, start + 8 + PNG_KEYWORD_BYTES)).split('\0', 1)[0]!

const RIFF_HEADER_BYTES = 12

export const webpBlocks: BlocksOf = (bytes) => {
  const whole = bytes.length >= RIFF_HEADER_BYTES ? 8 + bytes.readUInt32LE(4) : Number.POSITIVE_INFINITY
  if (whole > bytes.length) return undefined
  return walk(
    (start) =>
      start === 0 ? { kind: 'RIFF', start, end: RIFF_HEADER_BYTES } : webpChunk(bytes, start, whole),
    ({ end }) => end + 8 > whole,
  )
}

function webpChunk(bytes: Buffer, start: number, whole: number): Block {
  const size = bytes.readUInt32LE(start + 4)
  const end = Math.min(start + 8 + size + (size % 2), whole)
  return { kind: bytes.toString('latin1', start, start + 4), start, end }
}

const GIF_HEADER_BYTES = 13

export const gifBlocks: BlocksOf = (bytes) =>
  walk(
    (start) => (start === 0 ? gifHeader(bytes) : gifBlock(bytes, start)),
    ({ kind }) => kind === 'trailer',
  )

const gifHeader = (bytes: Buffer): Block => ({
  kind: 'header',
  start: 0,
  end: GIF_HEADER_BYTES + colourTableBytes(bytes[10]),
})

function gifBlock(bytes: Buffer, start: number): Block | undefined {
  switch (bytes[start]) {
    case 0x21:
      return { kind: gifExtension(bytes, start), start, end: afterSubBlocks(bytes, start + 2) }
    case 0x2c: {
      const pixels = start + 11 + colourTableBytes(bytes[start + 9])
      return { kind: 'image', start, end: afterSubBlocks(bytes, pixels) }
    }
    case 0x3b:
      return { kind: 'trailer', start, end: start + 1 }
    default:
      return undefined
  }
}

/** An application's extension is named after it, as in `NETSCAPE`; any other has its number. */
function gifExtension(bytes: Buffer, start: number): string {
  const label = bytes[start + 1] ?? 0
  return `extension ${label === 0xff ? bytes.toString('latin1', start + 3, start + 11) : label}`
}

function colourTableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function afterSubBlocks(bytes: Buffer, start: number): number {
  let at = start
  for (let size = bytes[at]; size; size = bytes[at]) at += size + 1
  return at + 1
}
