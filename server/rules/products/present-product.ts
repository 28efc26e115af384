import type { PublicProduct } from '#contract/products.ts'
import { publicImageUrl } from '../images/image-url.ts'
import { isoTime } from '../values/iso-time.ts'
import { toRupees } from '../values/money.ts'
import type { KeptProduct } from './product-row.ts'

/** The parts of a product from which its JSON is assembled. */
export interface ProductJsonParts {
  created_at: number
  primary_image: string | null
  /** A JSON list. */
  images: string
  /** All other fields as JSON, without the braces around them. */
  fields: string
}

/** Assembles a product's JSON from text: parsing and writing it again would cost more than the read. */
export function productJson(
  id: string,
  storeId: string,
  product: ProductJsonParts,
  publicUrl: string,
): string {
  const createdAt = isoTime(product.created_at)
  const image = product.primary_image === null ? null : publicImageUrl(product.primary_image, publicUrl)
  return `{"id":"${id}","created_at":"${createdAt}","store_id":"${storeId}",${product.fields},"primary_image":${JSON.stringify(image)},"images":${publicImages(product.images, publicUrl)}}`
}

function publicImages(images: string, publicUrl: string): string {
  return images === '[]' ? images : JSON.stringify(imageUrls(images, publicUrl))
}

const imageUrls = (images: string, publicUrl: string): string[] =>
  (JSON.parse(images) as string[]).map((image) => publicImageUrl(image, publicUrl))

/** The same as an object, from a whole row. */
export const presentProduct = (product: KeptProduct, publicUrl: string): PublicProduct => ({
  id: product.id,
  created_at: isoTime(product.created_at),
  store_id: product.store_id,
  name: product.name,
  origional_price: toRupees(product.price_paise),
  current_price: toRupees(product.current_price_paise),
  shipping_cost: toRupees(product.shipping_paise),
  short_description: product.short_description,
  long_description: product.description,
  variations: JSON.parse(product.variations),
  size: JSON.parse(product.size),
  colors: JSON.parse(product.colors),
  categories: JSON.parse(product.categories),
  is_sale: product.is_sale === 1,
  custom_questions: JSON.parse(product.custom_questions),
  is_active: product.is_active === 1,
  stock: product.stock,
  internal_note: product.internal_note,
  primary_image: product.primary_image === null ? null : publicImageUrl(product.primary_image, publicUrl),
  images: imageUrls(product.images, publicUrl),
  metadata: JSON.parse(product.metadata),
})
