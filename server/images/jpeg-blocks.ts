import { type Block, type BlocksOf, walk } from './image-blocks.ts'

const TEMPORARY = 0x01
const START = 0xd8
const END = 0xd9
const SCAN = 0xda

/** Segments are named by their marker, as in `c0`; those of applications also by their content: `e1 Exif`. */
export const jpegBlocks: BlocksOf = (bytes) =>
  walk(
    (start) => segmentAt(bytes, start),
    ({ kind }) => kind === 'd9',
  )

function segmentAt(bytes: Buffer, start: number): Block | undefined {
  const marker = bytes[start + 1]
  if (bytes[start] !== 0xff || marker === undefined) return undefined
  if (marker === 0xff) return { kind: 'fill', start, end: afterFill(bytes, start) }
  return { kind: kindOf(bytes, start, marker), start, end: endOf(bytes, start, marker) }
}

/** Any number of ff bytes may precede a marker. */
function afterFill(bytes: Buffer, start: number): number {
  let at = start
  while (bytes[at + 1] === 0xff) at += 1
  return at
}

const hasNoLength = (marker: number) =>
  marker === START || marker === END || marker === TEMPORARY || (marker >= 0xd0 && marker <= 0xd7)

function endOf(bytes: Buffer, start: number, marker: number): number {
  if (hasNoLength(marker)) return start + 2
  if (start + 4 > bytes.length) return bytes.length
  const end = start + 2 + bytes.readUInt16BE(start + 2)
  return marker === SCAN ? afterScan(bytes, end) : end
}

/** The pixels follow a scan's header; in them ff is always followed by 00 or by the number of a restart. */
function afterScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next !== 0 && !(next! >= 0xd0 && next! <= 0xd7)) return at
  }
  return bytes.length
}

function kindOf(bytes: Buffer, start: number, marker: number): string {
  const name = marker.toString(16)
  if (marker < 0xe0 || marker > 0xef) return name
  const text = bytes.toString('latin1', start + 4, start + 16)
  return `${name} ${/^[\w]*/.exec(text)?.[0]}`
}

/**
 * The number of scans that a decoder goes through, each of which may cost as much as all pixels. Skips bytes between
 * the segments, as decoders do.
 */
export function jpegScans(bytes: Buffer): number {
  let scans = 0
  for (let at = 0; at + 1 < bytes.length; ) {
    const marker = bytes[at + 1]!
    if (bytes[at] !== 0xff) {
      at = bytes.indexOf(0xff, at)
      if (at === -1) break
    } else if (marker === 0xff) at += 1
    else if (marker === END) break
    else if (marker === 0 || hasNoLength(marker) || at + 4 > bytes.length) at += 2
    else {
      if (marker === SCAN) scans += 1
      at += 2 + bytes.readUInt16BE(at + 2)
    }
  }
  return scans
}
