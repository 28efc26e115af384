import { hash } from 'node:crypto'
import type { Metadata, Sharp, SharpConstructor, SharpOptions } from 'sharp'
import { gifStructure, hasJpegEnd, hasPngEnd } from './image-structure.ts'

export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/avif'
export type ImageExtension = 'jpg' | 'png' | 'webp' | 'gif' | 'avif'
export type CheckedImage = { bytes: Uint8Array; type: ImageType; extension: ImageExtension; hash: string }
export type ImageCheck = { image: CheckedImage } | { problem: 'format' | 'megapixels' }

export const TYPE_OF_EXTENSION: Readonly<Record<ImageExtension, ImageType>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
}

const EXTENSION_OF_FORMAT: Readonly<Record<string, ImageExtension>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  heif: 'avif',
}
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)

const MOST_PIXELS = 40_000_000
/** All frames of an animation together: what one upload may cost to decode. */
const MOST_PIXELS_OF_ALL_FRAMES = 200_000_000
const SECONDS_TO_DECODE = 30
const SECONDS_TO_ENCODE = 120

let loading: Promise<SharpConstructor> | undefined

/** Loads sharp once per thread; starting the service does not pay for it. */
export function loadSharp(): Promise<SharpConstructor> {
  loading ??= import('sharp').then((module) => {
    const sharp = module.default
    sharp.concurrency(1)
    sharp.cache(false)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: LOADERS })
    return sharp
  })
  return loading
}

let turn: Promise<unknown> = Promise.resolve()

/** Decodes the whole image to know that it is one. One at a time per thread, so that pixels in memory stay few. */
export function checkImage(bytes: Uint8Array): Promise<ImageCheck> {
  const check = turn.then(() => checkNow(bytes))
  turn = check.catch(() => {})
  return check
}

async function checkNow(bytes: Uint8Array): Promise<ImageCheck> {
  if (bytes.length === 0) return { problem: 'format' }
  const sharp = await loadSharp()
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  const extension = metadata && extensionOf(metadata)
  if (!metadata || !extension) return { problem: 'format' }
  if (isTooManyPixels(metadata)) return { problem: 'megapixels' }

  const structure = extension === 'gif' ? gifStructure(bytes) : undefined
  if (structure && !structure.complete) return { problem: 'format' }
  if (extension === 'png' && !hasPngEnd(bytes)) return { problem: 'format' }
  if (extension === 'jpg' && !hasJpegEnd(bytes)) return { problem: 'format' }

  const open = () => sharp(bytes, openingOf(extension))
  try {
    if (!tellsMore(metadata) && !structure?.hasXmp) {
      await decodeWhole(open())
      return { image: describe(bytes, extension) }
    }
    return { image: describe(await stripped(open(), metadata, extension), extension) }
  } catch {
    return { problem: 'format' }
  }
}

function extensionOf({ format, compression }: Metadata): ImageExtension | undefined {
  if (format === 'heif' && compression !== 'av1') return undefined
  return EXTENSION_OF_FORMAT[format]
}

function isTooManyPixels({ width, height, pages = 1 }: Metadata): boolean {
  const frame = width * height
  return frame > MOST_PIXELS || frame * pages > MOST_PIXELS_OF_ALL_FRAMES
}

function openingOf(extension: ImageExtension): SharpOptions {
  const frames = extension === 'gif' || extension === 'webp' ? -1 : 1
  return { failOn: 'error', limitInputPixels: MOST_PIXELS_OF_ALL_FRAMES, pages: frames }
}

/** The averaging kernel needs every row, so nothing is left undecoded; JPEG is shrunk while it loads. */
async function decodeWhole(image: Sharp): Promise<void> {
  await image
    .resize(16, 16, { fit: 'fill', kernel: 'linear' })
    .timeout({ seconds: SECONDS_TO_DECODE })
    .raw()
    .toBuffer()
}

/** EXIF, XMP and IPTC may say where a picture was taken; so may the texts that some tools put into a PNG. */
function tellsMore({ exif, xmp, iptc, comments }: Metadata): boolean {
  if (exif || xmp || iptc) return true
  return comments?.some(({ keyword }) => /profile|exif|xmp|gps|location/i.test(keyword)) ?? false
}

const KEPT_COLOUR_SPACES: readonly string[] = ['b-w', 'grey16', 'rgb16']

async function stripped(image: Sharp, metadata: Metadata, extension: ImageExtension): Promise<Uint8Array> {
  const upright = (metadata.pages ?? 1) > 1 ? image : image.autoOrient()
  const plain = upright.keepIccProfile().timeout({ seconds: SECONDS_TO_ENCODE })
  if (KEPT_COLOUR_SPACES.includes(metadata.space)) plain.toColourspace(metadata.space)
  // Copied, because memory that sharp made cannot be handed from thread to thread.
  return new Uint8Array(await encode(plain, metadata, extension).toBuffer())
}

function encode(image: Sharp, metadata: Metadata, extension: ImageExtension): Sharp {
  switch (extension) {
    case 'jpg': {
      const chromaSubsampling = metadata.chromaSubsampling?.startsWith('4:4:4') ? '4:4:4' : '4:2:0'
      return image.jpeg({ quality: 92, chromaSubsampling, progressive: metadata.isProgressive })
    }
    case 'png':
      return image.png({ compressionLevel: 6 })
    case 'webp':
      return image.webp({ quality: 92, effort: 2 })
    case 'gif':
      return image.gif()
    case 'avif':
      return image.avif({ quality: 80, effort: 2 })
  }
}

function describe(bytes: Uint8Array, extension: ImageExtension): CheckedImage {
  return { bytes, type: TYPE_OF_EXTENSION[extension], extension, hash: hash('sha256', bytes) }
}
