import type { Block, BlocksOf } from './image-blocks.ts'

const START = 0xd8
const END = 0xd9
const SCAN = 0xda

/** Segments are called after their marker, as in `c0`; those of applications also after what they hold: `e1 Exif`. */
export const jpegBlocks: BlocksOf = (bytes) => {
  const blocks: Block[] = []
  for (let start = 0; start + 1 < bytes.length; ) {
    if (bytes[start] !== 0xff) return undefined
    const marker = bytes[start + 1]!
    if (marker === 0xff) {
      blocks.push({ kind: 'fill', start, end: start + 1 })
      start += 1
      continue
    }
    const end = endOf(bytes, start, marker)
    blocks.push({ kind: kindOf(bytes, start, marker), start, end })
    if (marker === END) return blocks
    start = end
  }
  return undefined
}

const hasNoLength = (marker: number) =>
  marker === START || marker === END || (marker >= 0xd0 && marker <= 0xd7)

function endOf(bytes: Buffer, start: number, marker: number): number {
  if (hasNoLength(marker)) return start + 2
  if (start + 4 > bytes.length) return bytes.length
  const end = start + 2 + bytes.readUInt16BE(start + 2)
  return marker === SCAN ? afterScan(bytes, end) : end
}

/** The pixels follow a scan's header; in them ff is always followed by 00 or by the number of a restart. */
function afterScan(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(0xff, start)
  while (at !== -1) {
    const next = bytes[at + 1]
    if (next !== 0 && !(next! >= 0xd0 && next! <= 0xd7)) return at
    at = bytes.indexOf(0xff, at + 2)
  }
  return bytes.length
}

function kindOf(bytes: Buffer, start: number, marker: number): string {
  const name = marker.toString(16)
  if (marker < 0xe0 || marker > 0xef) return name
  const text = bytes.toString('latin1', start + 4, start + 16)
  return `${name} ${/^[\w]*/.exec(text)?.[0]}`
}
