import type { KeptProduct } from '../products/product-row.ts'
import { isBlank } from '../values/characters.ts'
import type { Offer } from './purchase.ts'

/** Text in a form's field is cut off after this many characters. */
export const MOST_TYPED = 2000

/**
 * Those of a product's variations, sizes or colours (kept as JSON) that a customer can choose: each once, without any
 * that are invisible or longer than a form takes.
 */
export function offeredChoices(kept: string): string[] {
  const all: string[] = JSON.parse(kept)
  return [...new Set(all)].filter((choice) => !isBlank(choice) && choice.length <= MOST_TYPED)
}

/** What a customer can choose of a product, and the questions that it asks. */
export const offerOf = (product: KeptProduct): Offer => ({
  variations: offeredChoices(product.variations),
  size: offeredChoices(product.size),
  colors: offeredChoices(product.colors),
  custom_questions: JSON.parse(product.custom_questions),
})
