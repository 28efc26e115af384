import { searchWords, withoutBeginnings } from './search-words.ts'

/** Where a store's customers look: under everything, a category, or the beginning of a word. */
export type Heading = { exactly: string } | { startsWith: string }

const EVERYTHING = 'all'
const HIDDEN = 'hidden '

export const everything: Heading = { exactly: EVERYTHING }
export const inCategory = (id: string): Heading => ({ exactly: `category ${id}` })
export const withWord = (start: string): Heading => ({ startsWith: `word ${start}` })

export interface Shelved {
  name: string
  is_active: number
  /** The names of its categories, as JSON. */
  categories: string
}

/** A heading that customers never ask for: under it the seller finds what is not offered. */
export const hidden = (heading: Heading): Heading =>
  'exactly' in heading ? { exactly: HIDDEN + heading.exactly } : { startsWith: HIDDEN + heading.startsWith }

/** The headings under which a product is found: by customers while it is offered, else by the seller alone. */
export function headingsOf(product: Shelved, categoryIds: readonly string[]): string[] {
  const names: string[] = JSON.parse(product.categories)
  const headings = [
    EVERYTHING,
    ...categoryIds.map((id) => `category ${id}`),
    ...searchWords([product.name, ...names].join(' ')).map((word) => `word ${word}`),
  ]
  return product.is_active ? headings : headings.map((heading) => HIDDEN + heading)
}

const MOST_WORDS = 6

/** What a search asks for. */
export const searched = (text: string): Heading[] =>
  withoutBeginnings(searchWords(text)).slice(0, MOST_WORDS).map(withWord)
