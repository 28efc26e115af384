import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { ApiError } from '#contract/errors.ts'
import { checkImage } from '../../images/check-image.ts'
import { type PreparedImages, prepareImages, UPLOAD_STAND_IN } from '../../images/uploads.ts'
import { isObject } from '../../rules/values/field.ts'
import { type SplitText, splitLongStrings, TooManyValues } from './long-strings.ts'

export type Fields = Record<string, unknown>
export type ParsedBody =
  | { body: Fields; images: PreparedImages }
  | { refusal: 'invalid_json' | 'body_not_object' | 'body_too_large' | 'overloaded' }

export type ParseJob = { fields: readonly string[]; whose: string; isHashed: boolean }
export type BodyDone = { parsed: ParsedBody; sha256: string | undefined }

export async function parseAndHash(bytes: Buffer, { fields, whose, isHashed }: ParseJob): Promise<BodyDone> {
  // Hashed first, because decoding an upload overwrites its text in `bytes`.
  const sha256 = isHashed ? hash('sha256', bytes) : undefined
  return { parsed: await parseBody(bytes, fields, whose), sha256 }
}

/**
 * Parses the fields that the route knows and takes the uploads out. The main thread uses it for small bodies, the
 * worker for large ones. Long uploads are decoded in place, so `bytes` is no longer JSON afterwards.
 */
async function parseBody(bytes: Buffer, fields: readonly string[], whose: string): Promise<ParsedBody> {
  if (bytes.length === 0) return { body: {}, images: { images: [] } }
  if (!isUtf8(bytes)) return { refusal: 'invalid_json' }
  try {
    return await parseText(splitLongStrings(withoutByteOrderMark(bytes)), fields, whose)
  } catch (error) {
    if (error instanceof SyntaxError) return { refusal: 'invalid_json' }
    if (error instanceof TooManyValues) return { refusal: 'body_too_large' }
    if (error instanceof ApiError && error.code === 'overloaded') return { refusal: error.code }
    throw error
  }
}

async function parseText(split: SplitText, fields: readonly string[], whose: string): Promise<ParsedBody> {
  const parsed: unknown = JSON.parse(split.text)
  if (!isObject(parsed)) {
    split.checkUnread()
    return { refusal: 'body_not_object' }
  }
  const body: Fields = {}
  for (const field of fields) if (Object.hasOwn(parsed, field)) body[field] = parsed[field]
  const images = await prepareImages(body, (image) => checkImage(image, whose), split)
  for (const field of Object.keys(body)) {
    const textOf = IMAGE_FIELDS.includes(field) ? () => UPLOAD_STAND_IN : split.textOf
    body[field] = settle(body[field], (value) => (split.isMark(value) ? textOf(value) : value))
  }
  split.checkUnread()
  return { body, images }
}

const IMAGE_FIELDS: readonly string[] = ['primary_image', 'images']

function withoutByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}

/** More than the rules let any field hold (metadata: 16 KB, 5 levels). */
const MOST_VALUES = 50_000
const MOST_LEVELS = 32

/**
 * Replaces marks by their strings, and cuts a field that would cost too much to walk. The walk is breadth-first, so the
 * deepest values are cut first: a valid field may contain a huge property that Haat ignores, and its known parts must
 * survive.
 */
function settle(field: unknown, restore: (value: unknown) => unknown): unknown {
  const root: Fields = { field: restore(field) }
  const open: { container: Fields; level: number }[] = [{ container: root, level: 0 }]
  let left = MOST_VALUES
  for (const { container, level } of open) {
    for (const key of keysUpTo(container, left)) {
      left -= 1
      const value = restore(container[key])
      const isContainer = typeof value === 'object' && value !== null
      if (isContainer && level < MOST_LEVELS) open.push({ container: value as Fields, level: level + 1 })
      const kept = isContainer && level === MOST_LEVELS ? null : value
      if (kept !== container[key]) container[key] = kept
    }
  }
  return root.field
}

/** JSON.parse makes `__proto__` an own property, so setting or deleting it by name does not touch the prototype. */
function keysUpTo(container: Fields, most: number): string[] {
  if (Array.isArray(container) && container.length > most) container.length = most
  const keys = Object.keys(container)
  for (const key of keys.slice(most)) delete container[key]
  return keys.slice(0, most)
}
