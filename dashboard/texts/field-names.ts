import { orderTexts } from './orders.ts'
import { productTexts } from './products.ts'
import { storeTexts } from './store.ts'

/** The API's names that read badly, as the forms call them. */
const NAMES: Readonly<Record<string, string>> = {
  tracking_url: orderTexts.tracking,
  current_price: productTexts.currentPrice,
  shipping_cost: productTexts.shipping,
  short_description: productTexts.shortDescription,
  internal_note: productTexts.note,
  primary_image: productTexts.mainPicture,
  custom_questions: productTexts.cards.questions,
  shipping_default: storeTexts.settings.shipping,
}

/** One of a list, counted from 1. */
const ITEMS: Readonly<Record<string, (place: number) => string>> = {
  'custom_questions.question': productTexts.question,
  variations: (place) => `${productTexts.variations} (${place})`,
  size: (place) => `${productTexts.size} (${place})`,
  colors: (place) => `${productTexts.colors} (${place})`,
  categories: (place) => `${productTexts.categories} (${place})`,
  images: productTexts.pictureAlt,
}

/** The API's own sentence, with the names that a seller reads. */
export const inSellersWords = (sentence: string): string =>
  sentence
    .replace(/\b([a-z_]+)\[(\d+)\](\.[a-z]+)?/g, (path, list: string, place: string, part = '') => {
      const nameOf = ITEMS[list + part]
      return nameOf ? nameOf(Number(place) + 1) : path
    })
    .replace(/\b[a-z]+_[a-z]+\b/g, (name) => NAMES[name] ?? name)
