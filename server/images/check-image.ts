import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Metadata, Sharp, SharpConstructor, SharpOptions } from 'sharp'
import { ApiError } from '#contract/errors.ts'
import { type ImageExtension, type ImageType, TYPE_OF_EXTENSION } from '#contract/image-types.ts'
import { PRODUCT_LIMITS } from '#contract/products.ts'
import { onFirstUse } from '../rules/values/on-first-use.ts'
import { isLaboriousAvif } from './avif-work.ts'
import { encodeUpright } from './encode-upright.ts'
import { FairQueue } from './fair-queue.ts'
import { asBuffer } from './image-blocks.ts'
import { gifPixels, isLaborious } from './laborious.ts'
import { hasSteps } from './profile-steps.ts'
import { inspectFile, stripMetadata, TELLING } from './strip-metadata.ts'

export type CheckedImage = { bytes: Uint8Array; type: ImageType; extension: ImageExtension; hash: string }
export type ImageCheck = { image: CheckedImage } | { problem: 'format' | 'megapixels' }

const EXTENSION_OF_FORMAT: Readonly<Record<string, ImageExtension>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  heif: 'avif',
}
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)

/** All frames of an animation together: what one upload may cost to decode. */
const MOST_PIXELS_OF_ALL_FRAMES = 50_000_000

const require = createRequire(import.meta.url)

/**
 * Loads sharp once per thread and on first use, so that the service starts without it. It uses `require`, which tries
 * again after a failure to read it: `import` remembers for good that a part could not be loaded.
 */
export const loadSharp = onFirstUse(() => {
  const sharp: SharpConstructor = require('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  return sharp
})

const queue = new FairQueue()

/**
 * Decodes the whole image to know that it is one. One at a time per thread, to keep few pixels in memory, and with
 * owners (`whose`) taking turns, so that the many images of one do not delay others. Removing metadata may move the
 * bytes within their memory: use those of the answer.
 */
export function checkImage(bytes: Uint8Array, whose: string): Promise<ImageCheck> {
  return queue.take(whose, () => checkNow(bytes))
}

async function checkNow(bytes: Uint8Array): Promise<ImageCheck> {
  if (bytes.length === 0 || isLaborious(bytes)) return { problem: 'format' }
  const sharp = loadSharp()
  const metadata = await metadataOf(sharp, bytes).catch(() => undefined)
  const extension = metadata && extensionOf(metadata)
  if (!metadata || !extension) return { problem: 'format' }
  if (isTooManyPixels(metadata)) return { problem: 'megapixels' }
  if (extension === 'avif' && isLaboriousAvif(asBuffer(bytes))) return { problem: 'format' }
  if (extension === 'gif' && gifPixels(bytes) > MOST_PIXELS_OF_ALL_FRAMES) return { problem: 'format' }
  if (metadata.icc && hasSteps(metadata.icc)) return { problem: 'format' }
  const seen = inspectFile(extension, bytes)
  if (!seen.hasEnd) return { problem: 'format' }
  const tells = tellsMore(metadata) || seen.tells
  try {
    const kept = await cleaned(sharp, bytes, metadata, extension, tells)
    return {
      image: { bytes: kept, type: TYPE_OF_EXTENSION[extension], extension, hash: hash('sha256', kept) },
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    return { problem: 'format' }
  }
}

const metadataOf = (sharp: SharpConstructor, bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: false }).metadata()

/**
 * Keeps a file without metadata about its maker byte for byte. Otherwise it removes the metadata, without touching the
 * pixels where that is possible.
 */
async function cleaned(
  sharp: SharpConstructor,
  bytes: Uint8Array,
  metadata: Metadata,
  extension: ImageExtension,
  tells: boolean,
) {
  const open = (image: Uint8Array) => sharp(image, openingOf(extension))
  const isUpright = (metadata.orientation ?? 1) === 1 || (metadata.pages ?? 1) > 1
  if (tells && !isUpright) return encodeUpright(open(bytes), metadata, extension)
  await decodeWhole(open(bytes))
  if (!tells) return bytes
  const stripped = stripMetadata(extension, bytes)
  if (stripped && !tellsMore(await metadataOf(sharp, stripped))) return stripped
  return encodeUpright(open(stripped ?? bytes), metadata, extension)
}

function extensionOf({ format, compression }: Metadata): ImageExtension | undefined {
  if (format === 'heif' && compression !== 'av1') return undefined
  return EXTENSION_OF_FORMAT[format]
}

function isTooManyPixels({ width, height, pages = 1 }: Metadata): boolean {
  const frame = width * height
  return frame > PRODUCT_LIMITS.imagePixelsMax || frame * pages > MOST_PIXELS_OF_ALL_FRAMES
}

function openingOf(extension: ImageExtension): SharpOptions {
  const frames = extension === 'gif' || extension === 'webp' ? -1 : 1
  return { failOn: 'error', limitInputPixels: MOST_PIXELS_OF_ALL_FRAMES, pages: frames }
}

/**
 * The averaging kernel needs every row, so all of the image is decoded; a JPEG is shrunk while it loads. Decoding
 * cannot be interrupted. The number of pixels bounds its time, because laborious images have been refused before.
 */
async function decodeWhole(image: Sharp): Promise<void> {
  await image.resize(16, 16, { fit: 'fill', kernel: 'linear' }).raw().toBuffer()
}

/** EXIF, XMP and IPTC may say where a picture was taken; so may the texts that some tools put into a PNG. */
function tellsMore({ exif, xmp, iptc, comments }: Metadata): boolean {
  if (exif || xmp || iptc) return true
  return comments?.some(({ keyword }) => TELLING.test(keyword)) ?? false
}
