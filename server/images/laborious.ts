import { asBuffer, type BlocksOf, gifBlocks, webpBlocks } from './image-blocks.ts'
import { jpegScans } from './jpeg-blocks.ts'
import { isUnpackedTooMuch } from './png-unpacked.ts'

/** Scans in a JPEG: cameras write one, the most thorough encoders twenty. */
const MOST_SCANS = 64
/** For each frame of a WebP, its decoder counts all frames before it. */
const MOST_FRAMES = 2000

/**
 * Whether decoding would take far longer than the number of pixels suggests; once begun it can be neither bounded nor
 * interrupted. Each scan of a JPEG may go over all pixels, there may be very many frames of one pixel, and a text in a
 * PNG may unpack to a thousand times its size. Judged before a decoder sees the file, since even counting the frames
 * may take it that long.
 */
export function isLaborious(image: Uint8Array): boolean {
  const bytes = asBuffer(image)
  const beginning = bytes.toString('latin1', 0, 12)
  if (beginning.startsWith('\xff\xd8')) return jpegScans(bytes) > MOST_SCANS
  if (beginning.startsWith('\x89PNG')) return isUnpackedTooMuch(bytes)
  if (beginning.startsWith('GIF')) return isMany(gifBlocks, 'image', bytes)
  return /^RIFF.{4}WEBP$/s.test(beginning) && isMany(webpBlocks, 'ANMF', bytes)
}

/**
 * The pixels of all frames of a GIF by their headers: a frame may be far larger than the canvas, and is decoded whole.
 */
export function gifPixels(image: Uint8Array): number {
  const bytes = asBuffer(image)
  const frames = gifBlocks(bytes)?.filter(({ kind }) => kind === 'image') ?? []
  const pixelsOf = (start: number) => bytes.readUInt16LE(start + 5) * bytes.readUInt16LE(start + 7)
  return frames.reduce((sum, { start }) => sum + pixelsOf(start), 0)
}

/** Also true where there are too many blocks to follow. */
function isMany(blocksOf: BlocksOf, frame: string, bytes: Buffer): boolean {
  const frames = blocksOf(bytes)?.filter(({ kind }) => kind === frame)
  return frames === undefined || frames.length > MOST_FRAMES
}
