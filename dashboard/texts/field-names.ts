import { STATUS_WORDS } from '#contract/design.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import { orderTexts } from './orders.ts'
import { PLAIN_RULES, PLAIN_SENTENCES } from './plain-rules.ts'
import { productTexts } from './products.ts'
import { storeTexts } from './store.ts'

/** The forms' labels for the API's field names. */
const NAMES: Readonly<Record<string, string>> = {
  name: productTexts.name,
  price: productTexts.price,
  description: productTexts.description,
  stock: productTexts.stock,
  current_price: productTexts.currentPrice,
  short_description: productTexts.shortDescription,
  shipping_cost: productTexts.shipping,
  'Primary image': productTexts.pictureAlt(0),
  primary_image: productTexts.pictureAlt(0),
  images: productTexts.cards.pictures,
  variations: productTexts.variations,
  size: productTexts.size,
  colors: productTexts.colors,
  categories: productTexts.categories,
  is_sale: productTexts.isSale,
  is_active: productTexts.isActive,
  custom_questions: productTexts.cards.questions,
  internal_note: productTexts.note,
  metadata: productTexts.metadata,
  tracking_url: orderTexts.tracking,
  shipping_default: storeTexts.settings.shipping,
}

/** The labels of list items; places count from 1. */
const ITEMS: Readonly<Record<string, (place: number) => string>> = {
  custom_questions: productTexts.question,
  'custom_questions.question': productTexts.question,
  'custom_questions.type': productTexts.question,
  variations: (place) => `${productTexts.variations} (${place})`,
  size: (place) => `${productTexts.size} (${place})`,
  colors: (place) => `${productTexts.colors} (${place})`,
  categories: (place) => `${productTexts.categories} (${place})`,
  images: productTexts.pictureAlt,
}

const ABOUT_A_FIELD = /^(Primary image|[a-z_]+)(?:\[(\d+)\](\.[a-z]+)?)? (.+)$/

const LATE_MOVE = /^Cannot (?:change|update) order status.*? (?:from|is already) (\w+)(?: to (\w+))?\./

const isStatus = (word = ''): word is OrderStatus => Object.hasOwn(STATUS_WORDS, word)

/** The API's sentence with the forms' labels and in a seller's words. */
export function inSellersWords(sentence: string): string {
  for (const [said, plain] of Object.entries(PLAIN_SENTENCES)) {
    if (sentence.startsWith(said)) return plain + sentence.slice(said.length)
  }
  const [, from, to] = LATE_MOVE.exec(sentence) ?? []
  if (isStatus(from))
    return orderTexts.moveLate(STATUS_WORDS[from], isStatus(to) ? STATUS_WORDS[to] : undefined)
  const [, field = '', place, part = '', rule = ''] = ABOUT_A_FIELD.exec(sentence) ?? []
  const name = place === undefined ? NAMES[field] : ITEMS[field + part]?.(Number(place) + 1)
  return name ? `${name} ${PLAIN_RULES[rule] ?? rule}` : sentence
}
