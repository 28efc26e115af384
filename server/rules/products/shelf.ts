import { askedWords, searchWords } from '../values/search-words.ts'

/** Where a store's customers look: under everything, a category, or the beginning of a word. */
export type Heading = { exactly: string } | { startsWith: string }

export const EVERYTHING = 'all'
/** What the headings of these begin with. */
export const HIDDEN = 'hidden '
export const CATEGORY = 'category '
export const WORD = 'word '

export const everything: Heading = { exactly: EVERYTHING }
export const inCategory = (id: string): Heading => ({ exactly: CATEGORY + id })
const withWord = (start: string): Heading => ({ startsWith: WORD + start })

export interface Shelved {
  name: string
  is_active: number
  /** The names of its categories, as JSON. */
  categories: string
}

/** A heading that customers never ask for: under it the seller finds what is not offered. */
export const hidden = (heading: Heading): Heading =>
  'exactly' in heading ? { exactly: HIDDEN + heading.exactly } : { startsWith: HIDDEN + heading.startsWith }

/** Whether what stands under the heading is what was asked for. */
export const isUnder = (heading: string, asked: Heading): boolean =>
  'exactly' in asked ? heading === asked.exactly : heading.startsWith(asked.startsWith)

/** The headings under which a product is found: by customers while it is offered, else by the seller alone. */
export function headingsOf(product: Shelved, categoryIds: readonly string[]): string[] {
  const names: string[] = JSON.parse(product.categories)
  const headings = [
    EVERYTHING,
    ...categoryIds.map((id) => CATEGORY + id),
    ...searchWords([product.name, ...names].join(' ')).map((word) => WORD + word),
  ]
  return product.is_active ? headings : headings.map((heading) => HIDDEN + heading)
}

/** What a search asks for. */
export const searched = (text: string): Heading[] => askedWords(searchWords(text)).map(withWord)
