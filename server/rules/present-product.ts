import type { PublicProduct } from '#contract/products.ts'
import { publicImageUrl } from './image-url.ts'
import { toRupees } from './money.ts'

/** A product as it is kept: money in paise, lists and metadata as JSON text, images of ours as paths. */
export interface KeptProduct {
  id: string
  created_at: number
  store_id: string
  name: string
  price_paise: number
  current_price_paise: number
  shipping_paise: number
  short_description: string
  description: string
  variations: string
  size: string
  colors: string
  categories: string
  is_sale: number
  is_active: number
  custom_questions: string
  internal_note: string
  metadata: string
  primary_image: string | null
  images: string
  stock: number
}

/**
 * The JSON of a product. Lists and metadata are kept as the JSON text that they are answered with, so they are placed
 * into it as they stand; parsing and writing them again would cost more than the rest of the read.
 */
export function productJson(product: KeptProduct, publicUrl: string): string {
  const image = product.primary_image === null ? null : publicImageUrl(product.primary_image, publicUrl)
  return (
    `{"id":"${product.id}","created_at":"${new Date(product.created_at).toISOString()}",` +
    `"store_id":"${product.store_id}","name":${JSON.stringify(product.name)},` +
    `"origional_price":${toRupees(product.price_paise)},"current_price":${toRupees(product.current_price_paise)},` +
    `"shipping_cost":${toRupees(product.shipping_paise)},` +
    `"short_description":${JSON.stringify(product.short_description)},` +
    `"long_description":${JSON.stringify(product.description)},` +
    `"variations":${product.variations},"size":${product.size},"colors":${product.colors},` +
    `"categories":${product.categories},"is_sale":${product.is_sale === 1},` +
    `"custom_questions":${product.custom_questions},"is_active":${product.is_active === 1},` +
    `"stock":${product.stock},"internal_note":${JSON.stringify(product.internal_note)},` +
    `"primary_image":${JSON.stringify(image)},"images":${publicImages(product.images, publicUrl)},` +
    `"metadata":${product.metadata}}`
  )
}

export const presentProduct = (product: KeptProduct, publicUrl: string): PublicProduct =>
  JSON.parse(productJson(product, publicUrl))

function publicImages(images: string, publicUrl: string): string {
  if (images === '[]') return images
  return JSON.stringify((JSON.parse(images) as string[]).map((image) => publicImageUrl(image, publicUrl)))
}
