/** What the decoders forgive and a stored file must not have: an end that never came. */

const JPEG_END = Buffer.from([0xff, 0xd9])

/** A decoder that has all its pixels does not always ask for the mark behind them. */
export function hasJpegEnd(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf(JPEG_END) !== -1
}

const PNG_SIGNATURE_BYTES = 8
const PNG_CHUNK_FRAME_BYTES = 12
const PNG_END = 0x49454e44

/** Follows the chunks of a PNG to its IEND. */
export function hasPngEnd(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = PNG_SIGNATURE_BYTES
  while (at + PNG_CHUNK_FRAME_BYTES <= bytes.length) {
    if (view.getUint32(at + 4) === PNG_END) return true
    at += PNG_CHUNK_FRAME_BYTES + view.getUint32(at)
  }
  return false
}

const GIF_HEADER_BYTES = 13
const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
const APPLICATION = 0xff

/** Follows the blocks of a GIF to its trailer. */
export function gifStructure(bytes: Uint8Array): { complete: boolean; hasXmp: boolean } {
  let hasXmp = false
  let at = GIF_HEADER_BYTES + colourTableBytes(bytes[10])
  while (at < bytes.length) {
    const block = bytes[at]
    if (block === TRAILER) return { complete: true, hasXmp }
    if (block === EXTENSION) {
      hasXmp ||= bytes[at + 1] === APPLICATION && startsWithXmp(bytes, at + 3)
      at = afterSubBlocks(bytes, at + 2)
    } else if (block === IMAGE) {
      at = afterSubBlocks(bytes, at + 11 + colourTableBytes(bytes[at + 9]))
    } else break
  }
  return { complete: false, hasXmp }
}

function colourTableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function afterSubBlocks(bytes: Uint8Array, start: number): number {
  let at = start
  for (let size = bytes[at]; size; size = bytes[at]) at += size + 1
  return at + 1
}

function startsWithXmp(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x58 && bytes[at + 1] === 0x4d && bytes[at + 2] === 0x50
}
