import { texts } from '../../../texts.ts'
import type { ProductValues } from './product-values.ts'

const words = texts.products

/** The labels of the product form's fields. */
export const PRODUCT_LABELS: Record<keyof ProductValues, string> = {
  name: words.name,
  description: words.description,
  short_description: words.shortDescription,
  price: words.price,
  current_price: words.currentPrice,
  shipping_cost: words.shipping,
  stock: words.stock,
  is_sale: words.isSale,
  is_active: words.isActive,
  categories: words.categories,
  variations: words.variations,
  size: words.size,
  colors: words.colors,
  custom_questions: words.cards.questions,
  internal_note: words.note,
  metadata: words.metadata,
  main: words.pictureAlt(0),
  others: words.cards.pictures,
}
