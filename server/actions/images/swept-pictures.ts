import { refuse } from '#contract/errors.ts'
import { ownImage } from '../../rules/images/image-url.ts'
import type { ProductInput } from '../../rules/products/product-fields.ts'
import type { World } from '../../world.ts'
import type { ImageValue, KeptImages } from './keep-images.ts'

/**
 * Whether the value is a picture of ours that was swept. One that is `shown` already may stay, or no other field could
 * be changed.
 */
export function isSwept(
  { publicUrl }: Pick<World, 'publicUrl'>,
  storeId: string,
  { gone }: KeptImages,
  value: ImageValue,
  shown: readonly string[],
): boolean {
  if (typeof value !== 'string' || !gone.has(value)) return false
  const pathOf = (url: string) => ownImage(url, storeId, publicUrl)?.path
  return !shown.map(pathOf).includes(pathOf(value))
}

type Pictures = Pick<Partial<ProductInput>, 'primary_image' | 'images'>

/** Refuses a picture of ours that was swept, as an old draft may send: its address would stay broken for ever. */
export function refuseGone(
  world: World,
  storeId: string,
  kept: KeptImages,
  { primary_image, images = [] }: Pictures,
  shown: readonly string[] = [],
) {
  const isLost = (value: ImageValue) => isSwept(world, storeId, kept, value, shown)
  if (primary_image && isLost(primary_image)) throw noSuchPicture('Primary image')
  const at = images.findIndex(isLost)
  if (at !== -1) throw noSuchPicture(`images[${at}]`)
}

export const sweptSentence = (which: string): string =>
  `${which} is no longer kept here: upload it again, or leave it out`

/** The sentences for a product, listed for the documentation. */
export const SWEPT_SENTENCES: readonly string[] = ['Primary image', 'images[0]'].map(sweptSentence)

const noSuchPicture = (which: string) => refuse('invalid_field', { sentence: sweptSentence(which) })
