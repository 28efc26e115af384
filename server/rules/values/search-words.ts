const ACCENTS = /[\u0300-\u036f]/g
const WORD = /[\p{L}\p{N}\p{M}]+/gu

/**
 * The words by which a text is found: lower-case, without Latin accents, each once. Rows are taken away under the words
 * that they were written under: with another rule every product and order has to be written anew.
 */
export const searchWords = (text: string): string[] => [
  ...new Set(text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase().match(WORD) ?? []),
]

/** What is asked for with these: every word must begin a word of what is found, so the beginning of another asks nothing. */
export const withoutBeginnings = (words: readonly string[]): string[] =>
  words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
