import { texts } from '../../../texts.ts'
import type { ProductValues } from './product-values.ts'

const words = texts.products

/** What the product's form calls its fields. */
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

const NUMBERS = ['price', 'stock'] as const
const NEEDED = ['name', 'description', ...NUMBERS] as const

const missing = (values: ProductValues, needed: readonly (typeof NEEDED)[number][]): Record<string, string> =>
  Object.fromEntries(
    needed
      .filter((name) => values[name] === '')
      .map((name) => [name, texts.forms.needed(PRODUCT_LABELS[name])]),
  )

/** The API names all four where one is missing; here each is named beside its own field. */
export const missingIn = (values: ProductValues) => missing(values, NEEDED)

/** An edit can empty words as far as their rules go, and has no way to say that a number is gone. */
export const missingInEdit = (values: ProductValues) => missing(values, NUMBERS)
