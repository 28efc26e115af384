import { searchWords } from './search-words.ts'

/** Where a store's customers look: under everything, a category, or the beginning of a word. */
export type Heading = { exactly: string } | { startsWith: string }

const EVERYTHING = 'all'

export const everything: Heading = { exactly: EVERYTHING }
export const inCategory = (id: string): Heading => ({ exactly: `category ${id}` })
export const withWord = (start: string): Heading => ({ startsWith: `word ${start}` })

export interface Shelved {
  name: string
  is_active: number
  /** The names of its categories, as JSON. */
  categories: string
}

/** The headings under which customers find a product; none while it is not offered. */
export function headingsOf(product: Shelved, categoryIds: readonly string[]): string[] {
  if (!product.is_active) return []
  const names: string[] = JSON.parse(product.categories)
  return [
    EVERYTHING,
    ...categoryIds.map((id) => `category ${id}`),
    ...searchWords([product.name, ...names].join(' ')).map((word) => `word ${word}`),
  ]
}

const MOST_WORDS = 6

/** What a search asks for: every word must begin a word of the product. The longest leads, being the rarest. */
export const searched = (text: string): Heading[] =>
  searchWords(text)
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS)
    .map(withWord)
