import { PRODUCT_LIMITS } from '#contract/products.ts'
import { URL_MAX } from '#contract/url.ts'
import type { CheckedImage, ImageCheck } from './check-image.ts'

type ImageProblem = 'characters' | 'too_large' | 'format' | 'megapixels'
export type ImageValue = { url: string } | { upload: CheckedImage } | { problem: ImageProblem }

/**
 * What became of the image fields. `primary_image` is absent where the body holds no string there. `images` is empty
 * where the list is none or too long, and ends with the first problem: nothing after that is looked at.
 */
export type PreparedImages = { primary_image?: ImageValue; images: ImageValue[] }

/** Stands in the body where an upload was, so that large strings go no further. */
export const UPLOAD_STAND_IN = '(upload)'

type Sorted = { url: string } | { base64: string } | { problem: ImageProblem }

/** Tells a URL from an upload, and judges what can be judged without decoding. */
export function sortImageText(text: string): Sorted {
  if (text.includes('\0') || !text.isWellFormed()) return { problem: 'characters' }
  if (isImageUrl(text)) return { url: text }
  const base64 = base64Of(text)
  if (base64 === undefined) return { problem: 'format' }
  return isTooLarge(base64) ? { problem: 'too_large' } : { base64 }
}

function isImageUrl(text: string): boolean {
  if (text.length > 2 * URL_MAX || !/^https?:\/\/[^\s\x00-\x1f\x7f]+$/i.test(text)) return false
  return [...text].length <= URL_MAX && URL.canParse(text)
}

const DATA_URI = /^\s*data:[^,]{0,256};\s*base64\s*,/i

function base64Of(text: string): string | undefined {
  const head = text.slice(0, 512)
  if (!/^\s*data:/i.test(head)) return text
  const prefix = DATA_URI.exec(head)
  return prefix ? text.slice(prefix[0].length) : undefined
}

function isTooLarge(base64: string): boolean {
  if (bytesOf(base64.length) <= PRODUCT_LIMITS.imageBytesMax) return false
  return bytesOf(base64.replace(/[\t\n\f\r =]+/g, '').length) > PRODUCT_LIMITS.imageBytesMax
}

const bytesOf = (characters: number) => Math.floor((characters * 3) / 4)

/** Both alphabets, with or without padding, white space anywhere; undefined for anything else. */
export function decodeBase64(
  text: string,
  space: Uint8Array = new Uint8Array(bytesOf(text.length)),
): Uint8Array | undefined {
  const alphabet = text.includes('-') || text.includes('_') ? 'base64url' : 'base64'
  try {
    const { written } = space.setFromBase64(text, { alphabet, lastChunkHandling: 'loose' })
    return space.subarray(0, written)
  } catch {
    return undefined
  }
}

type Check = (bytes: Uint8Array) => Promise<ImageCheck>
/** Where the strings of a body are: in it, or in its bytes, which an upload may then be decoded into. */
type Source = {
  textOf(value: unknown): string | undefined
  spaceOf(value: unknown): Uint8Array | undefined
}

const IN_BODY: Source = {
  textOf: (value) => (typeof value === 'string' ? value : undefined),
  spaceOf: () => undefined,
}

/** Takes the uploads out of the body, one at a time, and puts stand-ins in their place. */
export async function prepareImages(
  body: Record<string, unknown>,
  check: Check,
  source: Source = IN_BODY,
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

async function prepare(value: unknown, check: Check, { textOf, spaceOf }: Source): Promise<ImageValue> {
  const sorted = sortImageText(textOf(value) ?? '')
  if (!('base64' in sorted)) return sorted
  const space = spaceOf(value)
  const bytes = decodeBase64(sorted.base64, space)
  if (!bytes || bytes.length === 0) return { problem: 'format' }
  const checked = await check(bytes)
  return 'image' in checked ? { upload: movedInto(space, checked.image) } : checked
}

/** An image that was encoded anew has memory of its own; where there is space for it, that can go at once. */
function movedInto(space: Uint8Array | undefined, image: CheckedImage): CheckedImage {
  const { bytes } = image
  if (!space || bytes.buffer === space.buffer || bytes.length > space.length) return image
  space.set(bytes)
  return { ...image, bytes: space.subarray(0, bytes.length) }
}
