import { PRODUCT_LIMITS } from '#contract/products.ts'
import { type Field, list } from '../values/field.ts'

/** Why a value is not an image that we can keep. It replaces the seller's base64 in the body. */
export class ImageProblem {
  readonly kind: ImageProblemKind
  constructor(kind: ImageProblemKind) {
    this.kind = kind
  }
}

/** An image that was sent in the body and passed its checks; its bytes are not stored yet. */
export class CheckedUpload {
  readonly hash: string
  readonly extension: string
  readonly type: string
  readonly bytes: Uint8Array
  constructor(upload: { hash: string; extension: string; type: string; bytes: Uint8Array }) {
    this.hash = upload.hash
    this.extension = upload.extension
    this.type = upload.type
    this.bytes = upload.bytes
  }
}

const SENTENCES = {
  characters: 'contains invalid characters',
  too_large: 'base64 size must be <= 5MB',
  format: 'must be an image URL or a base64 JPEG, PNG, WebP, GIF or AVIF',
  megapixels: 'must be at most 40 megapixels',
} as const

export type ImageProblemKind = keyof typeof SENTENCES

const schema = {
  type: 'string',
  description:
    'An http(s) URL of at most 2,048 characters, or a base64 image (bare or data: URI) of at most 5 MB ' +
    'and 40 megapixels; an animation has at most 50 in all frames together.',
}

const sentence = (kind: ImageProblemKind, path: string, label: string) =>
  `${kind === 'characters' ? path : label} ${SENTENCES[kind]}`

/** By now every image value in a body has been examined: it is a URL, a checked upload, or a problem. */
function problemOf(value: unknown, path: string, label: string): string | undefined {
  if (value instanceof ImageProblem) return sentence(value.kind, path, label)
  if (typeof value === 'string' || value instanceof CheckedUpload) return undefined
  return `${path} must be a string`
}

function sentencesOf(path: string, label: string): string[] {
  const kinds = Object.keys(SENTENCES) as Array<ImageProblemKind>
  return [`${path} must be a string`, ...kinds.map((kind) => sentence(kind, path, label))]
}

export const image: Field = {
  schema: { ...schema, type: ['string', 'null'] },
  problem: (value, path) => (value === null ? undefined : problemOf(value, path, 'Primary image')),
  sentences: (path) => sentencesOf(path, 'Primary image'),
}

export const images: Field = list(
  {
    schema,
    problem: (value, path) => problemOf(value, path, path),
    sentences: (path) => sentencesOf(path, path),
  },
  PRODUCT_LIMITS.imagesMax,
  'Maximum 10 images allowed',
)
