import type { ImageExtension } from '#contract/image-types.ts'
import { asBuffer, type Block, type BlocksOf, gifBlocks, pngBlocks, webpBlocks } from './image-blocks.ts'
import { jpegBlocks } from './jpeg-blocks.ts'

const BLOCKS_OF: Partial<Record<ImageExtension, BlocksOf>> = {
  jpg: jpegBlocks,
  png: pngBlocks,
  webp: webpBlocks,
  gif: gifBlocks,
}

/** The parts that a picture needs to look as it does. All others may tell about its maker, and are removed. */
const NEEDED: Partial<Record<ImageExtension, RegExp>> = {
  jpg: /^(c.|d[089abcdef]|e0 JFIF|e2 ICC_PROFILE|ee Adobe)$/,
  png: /^(signature|[A-Z].{3}|tRNS|gAMA|cHRM|sRGB|iCCP|cICP|mDCV|cLLI|sBIT|bKGD|pHYs|acTL|fcTL|fdAT)$/,
  webp: /^(RIFF|VP8[ LX]|ALPH|ANIM|ANMF|ICCP)$/,
  gif: /^(header|image|trailer|extension (249|1|NETSCAPE|ANIMEXTS|ICCRGBG1))$/,
}

/** Names of parts, and of texts that some tools put into a PNG, that may tell about the maker. */
export const TELLING = /profile|exif|xmp|gps|location/i
const JPEG_END = Buffer.from([0xff, 0xd9])

/**
 * Whether the file has its end, and whether a part tells about the maker that sharp's metadata does not show: XMP in a
 * GIF, what a WebP does not announce, what a PNG has after its pixels. In a JPEG only the end mark is looked for,
 * because decoders and browsers tolerate stray bytes between its segments.
 */
export function inspectFile(
  extension: ImageExtension,
  bytes: Uint8Array,
): { hasEnd: boolean; tells: boolean } {
  if (extension === 'jpg') return { hasEnd: asBuffer(bytes).lastIndexOf(JPEG_END) !== -1, tells: false }
  const blocksOf = BLOCKS_OF[extension]
  if (!blocksOf) return { hasEnd: true, tells: false }
  const blocks = blocksOf(asBuffer(bytes))
  return { hasEnd: blocks !== undefined, tells: blocks?.some(({ kind }) => TELLING.test(kind)) === true }
}

/**
 * Keeps only what the picture needs, without touching a pixel, by moving those parts together in the given memory.
 * Undefined for formats that do not allow it.
 */
export function stripMetadata(extension: ImageExtension, bytes: Uint8Array): Uint8Array | undefined {
  const blocks = BLOCKS_OF[extension]?.(asBuffer(bytes))
  const needed = NEEDED[extension]
  if (!blocks || !needed) return undefined
  const stripped = movedTogether(
    bytes,
    blocks.filter(({ kind }) => needed.test(kind)),
  )
  if (extension === 'webp') announceChanges(asBuffer(stripped))
  return stripped
}

function movedTogether(bytes: Uint8Array, blocks: readonly Block[]): Uint8Array {
  let length = 0
  for (const { start, end } of blocks) {
    bytes.copyWithin(length, start, end)
    length += Math.min(end, bytes.length) - start
  }
  bytes.fill(0, length) // The bytes may be judged again with their form: no removed metadata may be left in them.
  return bytes.subarray(0, length)
}

const EXIF_AND_XMP = 0b1100

/** A WebP's header contains its length and which kinds of parts it has. */
function announceChanges(bytes: Buffer): void {
  bytes.writeUInt32LE(bytes.length - 8, 4)
  if (bytes.toString('latin1', 12, 16) === 'VP8X') bytes[20]! &= ~EXIF_AND_XMP
}
