import { inflateSync } from 'node:zlib'
import { type Block, pngBlocks } from './image-blocks.ts'

/** A colour profile has up to 3 MB, and texts are short. */
const MOST_UNPACKED_BYTES = 8 * 1024 * 1024
/** Each costs time, even if it is empty. */
const MOST_PACKED = 200
/** The most bytes that deflate unpacks from one. */
const MOST_PER_BYTE = 1032

/** Whether the texts and the profile of a PNG are too large once unpacked: the decoder keeps them all. */
export function isUnpackedTooMuch(bytes: Buffer): boolean {
  const blocks = pngBlocks(bytes)
  if (!blocks) return true
  const all = blocks.map((block) => packedIn(bytes, block)).filter((packed) => packed !== undefined)
  if (all.length > MOST_PACKED) return true
  let left = MOST_UNPACKED_BYTES
  for (const packed of all) {
    left -= unpackedLength(packed, left)
    if (left <= 0) return true
  }
  return false
}

/** Data that cannot be unpacked, or not within `left`, counts as the largest that it could be. */
function unpackedLength(packed: Buffer, left: number): number {
  try {
    return inflateSync(packed, { maxOutputLength: left }).length
  } catch {
    return packed.length * MOST_PER_BYTE
  }
}

/** The compressed data behind a chunk's keyword, its zero byte and its compression method. */
function packedIn(bytes: Buffer, { kind, start, end }: Block): Buffer | undefined {
  const content = bytes.subarray(start + 8, end - 4)
  const afterName = content.indexOf(0) + 1
  if (kind === 'iCCP' || kind.startsWith('zTXt')) return content.subarray(afterName + 1)
  if (!kind.startsWith('iTXt') || content[afterName] === 0) return undefined
  const afterLanguage = content.indexOf(0, afterName + 2) + 1
  return content.subarray(content.indexOf(0, afterLanguage) + 1)
}
