import type { CustomQuestion } from '#contract/products.ts'
import { PRODUCT_LIMITS } from '#contract/products.ts'
import { holdUpload, storeUploads } from '../../../actions/images/keep-images.ts'
import { checkImage } from '../../../images/check-image.ts'
import { PICTURE_GONE } from '../../../rules/checkout/purchase-images.ts'
import { CheckedUpload } from '../../../rules/images/image-fields.ts'
import { imagePath, ownImage } from '../../../rules/images/image-url.ts'
import type { ProductRow } from '../../../storage/schema.ts'
import type { World } from '../../../world.ts'
import type { Form } from '../form/parse-multipart.ts'

export interface KeptPicture {
  path: string
  /** A signature that binds the picture to this form, so that nobody can use another customer's picture. */
  proof: string
}

interface Pictures {
  kept: Map<number, KeptPicture>
  problems: Map<string, string>
}

const SENTENCES = {
  too_large: 'This picture has more than 5 MB. Choose a smaller one',
  format: 'This is no picture that we can use. Choose a JPEG, PNG, WebP, GIF or AVIF',
  megapixels: 'This picture has more than 40 megapixels. Choose a smaller one',
  gone: PICTURE_GONE,
  no_room: 'The shop has no room for pictures at the moment. Try again in an hour',
} as const

/** Anybody may send pictures here, and they are kept for an hour at least: the rest is for orders and sellers. */
const LEFT_FREE_BYTES = 256 * 1024 ** 2

/** Stores a form's pictures at once, so that a mistake in another field does not cost the customer another upload. */
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
    const name = `answers[${i}]`
    const bytes = form.files.get(`answer-${i}`)
    const earlier = await arrivedBefore(world, product, attempt, form, i)
    const sent = bytes?.length ? await storePicture(world, product.store_id, bytes, network) : undefined
    for (const picture of [earlier, sent]) {
      if (!picture) continue
      if ('path' in picture) {
        kept.set(i, { path: picture.path, proof: proofOf(world, product, attempt, picture.path) })
        problems.delete(name)
      } else problems.set(name, SENTENCES[picture.problem])
    }
  }
  return { kept, problems }
}

/** Signs the same pictures for a form with another attempt. */
export const handOver = (
  world: World,
  product: ProductRow,
  attempt: string,
  kept: ReadonlyMap<number, KeptPicture>,
): Map<number, KeptPicture> =>
  new Map([...kept].map(([i, { path }]) => [i, { path, proof: proofOf(world, product, attempt, path) }]))

type Taken = { path: string } | { problem: keyof typeof SENTENCES }

async function storePicture(
  world: World,
  storeId: string,
  bytes: Uint8Array,
  network: string,
): Promise<Taken> {
  if (bytes.length > PRODUCT_LIMITS.imageBytesMax) return { problem: 'too_large' }
  const checked = await checkImage(bytes, network)
  if ('problem' in checked) return checked
  if ((await world.images.freeBytes()) < LEFT_FREE_BYTES) return { problem: 'no_room' }
  const { hash, extension } = checked.image
  await storeUploads(world, storeId, [new CheckedUpload(checked.image)])
  return { path: imagePath(storeId, hash, extension) }
}

async function arrivedBefore(
  world: World,
  product: ProductRow,
  attempt: string,
  { fields }: Form,
  i: number,
): Promise<Taken | undefined> {
  const path = fields.get(`kept-${i}`) ?? ''
  const own = ownImage(path, product.store_id, world.publicUrl)
  const isProven = fields.get(`proof-${i}`) === proofOf(world, product, attempt, path)
  if (own?.path !== path || !isProven) return undefined
  return (await holdUpload(world, product.store_id, own.hash)) ? { path } : { problem: 'gone' }
}

const proofOf = ({ vault }: World, { id }: ProductRow, attempt: string, path: string): string =>
  vault.sign('checkout picture', `${id}|${attempt}|${path}`)
