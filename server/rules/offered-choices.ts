import { isBlank } from './characters.ts'

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
