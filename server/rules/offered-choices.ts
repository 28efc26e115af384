import { PRODUCT_LIMITS } from '#contract/products.ts'
import { isBlank, isLongerThan } from './characters.ts'

/**
 * Of a product's variations, sizes or colours, kept as JSON, those that a customer can choose: each once, and none that
 * cannot be seen or is longer than a form takes.
 */
export function offeredChoices(kept: string): string[] {
  const all: string[] = JSON.parse(kept)
  return [...new Set(all)].filter(
    (choice) => !isBlank(choice) && !isLongerThan(choice, PRODUCT_LIMITS.choiceMax),
  )
}
