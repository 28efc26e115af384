import { inflateSync } from 'node:zlib'
import { type Block, pngBlocks } from './image-blocks.ts'

/** A colour profile has up to three, and texts are short. */
const MOST_UNPACKED_BYTES = 8 * 1024 * 1024
/** Each has its price, even where nothing is in it. */
const MOST_PACKED = 200
/** What deflate can make of a byte. */
const MOST_PER_BYTE = 1032

/** Whether the texts and the profile of a PNG become too much once they are unpacked: the decoder keeps them all. */
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

/** What cannot be unpacked counts as the most that it could be, and so does more than is left. */
function unpackedLength(packed: Buffer, left: number): number {
  try {
    return inflateSync(packed, { maxOutputLength: left }).length
  } catch {
    return packed.length * MOST_PER_BYTE
  }
}

/** What stands behind a name, its end and a number of the one way to pack. */
function packedIn(bytes: Buffer, { kind, start, end }: Block): Buffer | undefined {
  const content = bytes.subarray(start + 8, end - 4)
  const afterName = content.indexOf(0) + 1
  if (kind === 'iCCP' || kind.startsWith('zTXt')) return content.subarray(afterName + 1)
  if (!kind.startsWith('iTXt') || content[afterName] === 0) return undefined
  const afterLanguage = content.indexOf(0, afterName + 2) + 1
  return content.subarray(content.indexOf(0, afterLanguage) + 1)
}
