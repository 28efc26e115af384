/**
 * The parts that an image file is made of, in their order, up to its end. Decoders forgive an end that never came; a
 * stored file must have it. `kind` is what the format calls the part, with the name inside where one decides.
 */
export type Block = { kind: string; start: number; end: number }

/** Undefined where the file ends before its end. What stands behind the end belongs to no block. */
export type BlocksOf = (bytes: Buffer) => Block[] | undefined

const PNG_SIGNATURE_BYTES = 8

export const pngBlocks: BlocksOf = (bytes) => {
  const blocks: Block[] = [{ kind: 'signature', start: 0, end: PNG_SIGNATURE_BYTES }]
  for (let start = PNG_SIGNATURE_BYTES; start + 12 <= bytes.length; ) {
    const kind = bytes.toString('latin1', start + 4, start + 8)
    const end = start + 12 + bytes.readUInt32BE(start)
    blocks.push({ kind, start, end })
    if (kind === 'IEND') return blocks
    start = end
  }
  return undefined
}

const RIFF_HEADER_BYTES = 12

export const webpBlocks: BlocksOf = (bytes) => {
  const blocks: Block[] = [{ kind: 'RIFF', start: 0, end: RIFF_HEADER_BYTES }]
  const whole = bytes.length >= RIFF_HEADER_BYTES ? 8 + bytes.readUInt32LE(4) : Number.POSITIVE_INFINITY
  if (whole > bytes.length) return undefined
  for (let start = RIFF_HEADER_BYTES; start + 8 <= whole; ) {
    const size = bytes.readUInt32LE(start + 4)
    const end = start + 8 + size + (size % 2)
    blocks.push({ kind: bytes.toString('latin1', start, start + 4), start, end: Math.min(end, whole) })
    start = end
  }
  return blocks
}

const GIF_HEADER_BYTES = 13

export const gifBlocks: BlocksOf = (bytes) => {
  const header = GIF_HEADER_BYTES + colourTableBytes(bytes[10])
  const blocks: Block[] = [{ kind: 'header', start: 0, end: header }]
  for (let start = header; start < bytes.length; ) {
    const label = bytes[start]
    const kind =
      label === 0x21 ? `extension ${gifExtension(bytes, start)}` : label === 0x2c ? 'image' : 'trailer'
    if (kind === 'trailer' && label !== 0x3b) return undefined
    const end =
      kind === 'trailer'
        ? start + 1
        : afterSubBlocks(
            bytes,
            kind === 'image' ? start + 11 + colourTableBytes(bytes[start + 9]) : start + 2,
          )
    blocks.push({ kind, start, end })
    if (kind === 'trailer') return blocks
    start = end
  }
  return undefined
}

/** An extension of an application is called after it, as in `NETSCAPE`; any other by its number. */
function gifExtension(bytes: Buffer, start: number): string {
  const label = bytes[start + 1] ?? 0
  return label === 0xff ? bytes.toString('latin1', start + 3, start + 11) : String(label)
}

function colourTableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function afterSubBlocks(bytes: Buffer, start: number): number {
  let at = start
  for (let size = bytes[at]; size; size = bytes[at]) at += size + 1
  return at + 1
}
