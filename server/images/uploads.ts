import type { CheckedImage, ImageCheck } from './check-image.ts'

export type ImageProblem = 'characters' | 'too_large' | 'format' | 'megapixels'
export type ImageValue = { url: string } | { upload: CheckedImage } | { problem: ImageProblem }

/**
 * What became of the image fields. `primary_image` is absent where the body holds no string there. `images` is empty
 * where the list breaks a rule of type or count, and ends with the first problem: nothing after that is looked at.
 */
export type PreparedImages = { primary_image?: ImageValue; images: ImageValue[] }

/** Stands in the body where an upload was, so that large strings go no further. */
export const UPLOAD_STAND_IN = '(upload)'

const MOST_BYTES = 5 * 1024 * 1024
const MOST_URL_CHARACTERS = 2048
const MOST_IMAGES = 10

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
  if (text.length > 2 * MOST_URL_CHARACTERS || !/^https?:\/\/[^\s\x00-\x1f\x7f]+$/i.test(text)) return false
  return [...text].length <= MOST_URL_CHARACTERS && URL.canParse(text)
}

const DATA_URI = /^\s*data:[^,]{0,256};\s*base64\s*,/i

function base64Of(text: string): string | undefined {
  const head = text.slice(0, 512)
  if (!/^\s*data:/i.test(head)) return text
  const prefix = DATA_URI.exec(head)
  return prefix ? text.slice(prefix[0].length) : undefined
}

function isTooLarge(base64: string): boolean {
  if (bytesOf(base64.length) <= MOST_BYTES) return false
  return bytesOf(base64.replace(/[\t\n\f\r =]+/g, '').length) > MOST_BYTES
}

const bytesOf = (characters: number) => Math.floor((characters * 3) / 4)

/** Both alphabets, with or without padding, white space anywhere; undefined for anything else. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const alphabet = text.includes('-') || text.includes('_') ? 'base64url' : 'base64'
  try {
    return Uint8Array.fromBase64(text, { alphabet, lastChunkHandling: 'loose' })
  } catch {
    return undefined
  }
}

type Check = (bytes: Uint8Array) => Promise<ImageCheck>
/** Makes the string that a value of the body stands for; undefined where it is none. */
type TextOf = (value: unknown) => string | undefined

const asText: TextOf = (value) => (typeof value === 'string' ? value : undefined)

/** Takes the uploads out of the body, one at a time, and puts stand-ins in their place. */
export async function prepareImages(
  body: Record<string, unknown>,
  check: Check,
  textOf: TextOf = asText,
): Promise<PreparedImages> {
  const prepared: PreparedImages = { images: [] }
  const primary = textOf(body.primary_image)
  if (primary !== undefined) {
    prepared.primary_image = await prepare(primary, check)
    if (!('url' in prepared.primary_image)) body.primary_image = UPLOAD_STAND_IN
    if ('problem' in prepared.primary_image) return prepared
  }
  if (Array.isArray(body.images)) await prepareList(body.images, prepared.images, check, textOf)
  return prepared
}

async function prepareList(
  values: unknown[],
  prepared: PreparedImages['images'],
  check: Check,
  textOf: TextOf,
) {
  if (values.length > MOST_IMAGES) return
  if (values.some((value) => typeof value !== 'string')) return
  for (const [index, value] of values.entries()) {
    const text = textOf(value)
    if (text === undefined) continue
    const image = await prepare(text, check)
    prepared.push(image)
    if (!('url' in image)) values[index] = UPLOAD_STAND_IN
    if ('problem' in image) return
  }
}

async function prepare(text: string, check: Check): Promise<ImageValue> {
  const sorted = sortImageText(text)
  if (!('base64' in sorted)) return sorted
  const bytes = decodeBase64(sorted.base64)
  if (!bytes || bytes.length === 0) return { problem: 'format' }
  const checked = await check(bytes)
  return 'image' in checked ? { upload: checked.image } : checked
}
