import type { KeptProduct } from '../products/product-row.ts'
import { isBlank } from '../values/characters.ts'
import type { Offer } from './purchase.ts'

/** What is typed into a field of a form is cut behind this many characters. */
export const MOST_TYPED = 2000

/**
 * Of a product's variations, sizes or colours, kept as JSON, those that a customer can choose: each once, and none that
 * cannot be seen or is longer than a form takes.
 */
export function offeredChoices(kept: string): string[] {
  const all: string[] = JSON.parse(kept)
  return [...new Set(all)].filter((choice) => !isBlank(choice) && choice.length <= MOST_TYPED)
}

/** What a customer can choose of a product, and is asked. */
export const offerOf = (product: KeptProduct): Offer => ({
  variations: offeredChoices(product.variations),
  size: offeredChoices(product.size),
  colors: offeredChoices(product.colors),
  custom_questions: JSON.parse(product.custom_questions),
})
