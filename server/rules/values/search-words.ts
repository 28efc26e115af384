const ACCENTS = /[\u0300-\u036f]/g
const WORD = /[\p{L}\p{N}\p{M}]+/gu

/**
 * The words by which a text is found: lower-case, without Latin accents, each once. Index rows are deleted by
 * recomputing their words, so a change of this rule requires rewriting every product and order.
 */
export const searchWords = (text: string): string[] => [
  ...new Set(text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase().match(WORD) ?? []),
]

const PLURAL_ES = /^(\p{Script=Latin}+(?:ss|x|ch|sh))es$/u
const PLURAL_S = /^(\p{Script=Latin}{2,}(?!s)\p{Script=Latin})s$/u

/** English plurals as their singular, which begins both and so finds both. Shorter words and "brass" are none. */
export const singular = (words: readonly string[]): string[] => [
  ...new Set(words.map((word) => word.replace(PLURAL_ES, '$1').replace(PLURAL_S, '$1'))),
]

const MOST_ASKED = 6

/**
 * The words of a search that narrow it, the first few. Each word must begin a word of the result, so a word that begins
 * another searched word is redundant. In sorted order a word stands right before those that it begins, so each is
 * compared only with its neighbour, even among thousands.
 */
export function askedWords(words: readonly string[]): string[] {
  const sorted = words.toSorted()
  const beginnings = new Set(sorted.filter((word, place) => sorted[place + 1]?.startsWith(word)))
  return words.filter((word) => !beginnings.has(word)).slice(0, MOST_ASKED)
}

/** Whether each searched word begins one of the own words. */
export const hasAll = (own: readonly string[], asked: readonly string[]): boolean =>
  asked.every((start) => own.some((word) => word.startsWith(start)))
