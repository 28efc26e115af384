import { PRODUCT_LIMITS } from '#contract/products.ts'
import type { ImageProblemKind } from '../rules/images/image-fields.ts'
import { isWebUrl } from '../rules/values/web-url.ts'
import { base64Of, decodeBase64, decodeInPlace, isTooLarge } from './base64.ts'
import type { CheckedImage, ImageCheck } from './check-image.ts'

export type PreparedImage = { url: string } | { upload: CheckedImage } | { problem: ImageProblemKind }

/**
 * The outcome of the image fields. `primary_image` is absent where the body has no string there. `images` is empty
 * where the body has no list or one that is too long. It ends with the first problem: later images are not checked.
 */
export type PreparedImages = { primary_image?: PreparedImage; images: PreparedImage[] }

/** Stands in the body where an upload was, so that large strings go no further. */
export const UPLOAD_STAND_IN = '(upload)'

type Sorted = { url: string } | { base64: string } | { problem: ImageProblemKind }

/** Tells a URL from an upload, and judges what can be judged without decoding. */
export function sortImageText(text: string): Sorted {
  if (text.includes('\0') || !text.isWellFormed()) return { problem: 'characters' }
  if (isWebUrl(text)) return { url: text }
  const base64 = base64Of(text)
  if (base64 === undefined) return { problem: 'format' }
  return isTooLarge(base64) ? { problem: 'too_large' } : { base64 }
}

type Check = (bytes: Uint8Array) => Promise<ImageCheck>

/** Reads the strings of a body, be they in the body itself or in its bytes, where an upload may be decoded in place. */
type Source = {
  textOf(value: unknown): string | undefined
  spaceOf(value: unknown): Uint8Array | undefined
  readInPlace(value: unknown, decode: typeof decodeInPlace): Uint8Array | undefined
}

/** Takes the uploads out of the body, one at a time, and puts stand-ins in their place. */
export async function prepareImages(
  body: Record<string, unknown>,
  check: Check,
  source: Source,
): Promise<PreparedImages> {
  const prepared: PreparedImages = { images: [] }
  if (typeof body.primary_image === 'string') {
    prepared.primary_image = await prepare(body.primary_image, check, source)
    if (!('url' in prepared.primary_image)) body.primary_image = UPLOAD_STAND_IN
    if ('problem' in prepared.primary_image) return prepared
  }
  if (Array.isArray(body.images)) await prepareList(body.images, prepared.images, check, source)
  return prepared
}

async function prepareList(
  values: unknown[],
  prepared: PreparedImages['images'],
  check: Check,
  source: Source,
) {
  if (values.length > PRODUCT_LIMITS.imagesMax) return
  for (const [index, value] of values.entries()) {
    if (typeof value !== 'string') return
    const image = await prepare(value, check, source)
    prepared.push(image)
    if (!('url' in image)) values[index] = UPLOAD_STAND_IN
    if ('problem' in image) return
  }
}

async function prepare(value: unknown, check: Check, source: Source): Promise<PreparedImage> {
  const space = source.spaceOf(value)
  const plain = source.readInPlace(value, decodeInPlace)
  const read = plain ? { bytes: plain } : readText(source.textOf(value) ?? '', space)
  if (!('bytes' in read)) return read
  const checked = await check(read.bytes)
  return 'image' in checked ? { upload: movedInto(space, checked.image) } : checked
}

function readText(text: string, space: Uint8Array | undefined) {
  const sorted = sortImageText(text)
  if (!('base64' in sorted)) return sorted
  const bytes = decodeBase64(sorted.base64, space)
  return bytes && bytes.length > 0 ? { bytes } : { problem: 'format' as const }
}

/**
 * A re-encoded image has memory of its own. Where the place of its upload has room, it moves there and frees its own.
 */
function movedInto(space: Uint8Array | undefined, image: CheckedImage): CheckedImage {
  const { bytes } = image
  if (!space || bytes.buffer === space.buffer || bytes.length > space.length) return image
  space.set(bytes)
  return { ...image, bytes: space.subarray(0, bytes.length) }
}
