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
/** Where a JPEG has EXIF and XMP, or IPTC. */
const TELLING_IN_JPEG = /^(e1|ed) /
const JPEG_END = Buffer.from([0xff, 0xd9])

/**
 * Whether the file has its end, and whether something in it may tell about the maker that sharp's metadata does not
 * show: XMP in a GIF, what a WebP does not announce, what a PNG or a JPEG has after its pixels, and whatever follows
 * the end, such as the second picture or the film of a phone's camera. A JPEG may have stray bytes between its
 * segments, which decoders and browsers tolerate. What it holds is then not known, so it may tell.
 */
export function inspectFile(
  extension: ImageExtension,
  bytes: Uint8Array,
): { hasEnd: boolean; tells: boolean } {
  const blocksOf = BLOCKS_OF[extension]
  if (!blocksOf) return { hasEnd: true, tells: false }
  const blocks = blocksOf(asBuffer(bytes))
  const isJpeg = extension === 'jpg'
  if (!blocks) return { hasEnd: isJpeg && asBuffer(bytes).lastIndexOf(JPEG_END) !== -1, tells: true }
  const telling = isJpeg ? TELLING_IN_JPEG : TELLING
  const isLonger = blocks.at(-1)!.end < bytes.length
  return { hasEnd: true, tells: isLonger || blocks.some(({ kind }) => telling.test(kind)) }
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
