import { orderTexts } from './orders.ts'
import { productTexts } from './products.ts'

/** The API's names that read badly, as the forms call them. */
const NAMES: Readonly<Record<string, string>> = {
  tracking_url: orderTexts.tracking,
  current_price: productTexts.currentPrice,
  shipping_cost: productTexts.shipping,
  short_description: productTexts.shortDescription,
  internal_note: productTexts.note,
  primary_image: productTexts.mainPicture,
  custom_questions: productTexts.cards.questions,
}

/** The API's own sentence, with the names that a seller reads. */
export const inSellersWords = (sentence: string): string =>
  sentence.replace(/\b[a-z]+_[a-z]+\b/g, (name) => NAMES[name] ?? name)
