import type { CustomQuestion } from '#contract/products.ts'
import { PRODUCT_LIMITS } from '#contract/products.ts'
import { storeUploads } from '../../../actions/product-images.ts'
import { checkImage } from '../../../images/check-image.ts'
import { CheckedUpload } from '../../../rules/image-fields.ts'
import { imagePath, ownImage } from '../../../rules/image-url.ts'
import type { ProductRow } from '../../../storage/schema.ts'
import type { World } from '../../../world.ts'
import type { Form } from '../form/parse-multipart.ts'

export interface KeptPicture {
  path: string
  /** That this picture came with this very form, so that nobody can name another customer's. */
  proof: string
}

export interface Pictures {
  kept: Map<number, KeptPicture>
  problems: Map<string, string>
}

const SENTENCES = {
  too_large: 'This picture has more than 5 MB. Choose a smaller one',
  format: 'This is no picture that we can use. Choose a JPEG, PNG, WebP, GIF or AVIF',
  megapixels: 'This picture has more than 40 megapixels. Choose a smaller one',
} as const

/** Stores the pictures of a form as they come, so that a mistake elsewhere does not cost the customer another upload. */
export async function takePictures(
  world: World,
  product: ProductRow,
  attempt: string,
  questions: readonly CustomQuestion[],
  form: Form,
  network: string,
): Promise<Pictures> {
  const kept = new Map<number, KeptPicture>()
  const problems = new Map<string, string>()
  for (const [i, { type }] of questions.entries()) {
    if (type !== 'image') continue
    const bytes = form.files.get(`answer-${i}`)
    const earlier = arrivedBefore(world, product, attempt, form, i)
    if (earlier) kept.set(i, earlier)
    if (!bytes || bytes.length === 0) continue
    const stored = await storePicture(world, product.store_id, bytes, network)
    if ('path' in stored) kept.set(i, { ...stored, proof: proofOf(world, product, attempt, stored.path) })
    else problems.set(`answers[${i}]`, SENTENCES[stored.problem])
  }
  return { kept, problems }
}

async function storePicture(
  world: World,
  storeId: string,
  bytes: Uint8Array,
  network: string,
): Promise<{ path: string } | { problem: keyof typeof SENTENCES }> {
  if (bytes.length > PRODUCT_LIMITS.imageBytesMax) return { problem: 'too_large' }
  const checked = await checkImage(bytes, network)
  if ('problem' in checked) return checked
  const { hash, extension } = checked.image
  await storeUploads(world, storeId, [new CheckedUpload(checked.image)])
  return { path: imagePath(storeId, hash, extension) }
}

function arrivedBefore(world: World, product: ProductRow, attempt: string, { fields }: Form, i: number) {
  const path = fields.get(`kept-${i}`) ?? ''
  const proof = fields.get(`proof-${i}`) ?? ''
  const isOurs = ownImage(path, product.store_id, world.publicUrl)?.path === path
  return isOurs && proof === proofOf(world, product, attempt, path) ? { path, proof } : undefined
}

const proofOf = ({ vault }: World, { id }: ProductRow, attempt: string, path: string): string =>
  vault.sign('checkout picture', `${id}|${attempt}|${path}`)
