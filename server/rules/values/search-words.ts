const ACCENTS = /[\u0300-\u036f]/g
const WORD = /[\p{L}\p{N}\p{M}]+/gu

/**
 * The words by which a text is found: lower-case, without Latin accents, each once. Rows are taken away under the words
 * that they were written under: with another rule every product and order has to be written anew.
 */
export const searchWords = (text: string): string[] => [
  ...new Set(text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase().match(WORD) ?? []),
]

const MOST_ASKED = 6

/**
 * Of the words of a search, the first few that ask for something: every word must begin a word of what is found, so the
 * beginning of another asks nothing. Once sorted, a word stands right before those that it begins, so even thousands
 * are compared only with their neighbours.
 */
export function askedWords(words: readonly string[]): string[] {
  const sorted = words.toSorted()
  const beginnings = new Set(sorted.filter((word, place) => sorted[place + 1]?.startsWith(word)))
  return words.filter((word) => !beginnings.has(word)).slice(0, MOST_ASKED)
}

/** Whether what has these words of its own is found. */
export const hasAll = (own: readonly string[], asked: readonly string[]): boolean =>
  asked.every((start) => own.some((word) => word.startsWith(start)))
