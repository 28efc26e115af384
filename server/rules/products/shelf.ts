import { askedWords, searchWords, singular } from '../values/search-words.ts'

/**
 * The shelf lists a store's products under headings: everything, a category, or a word, which a search finds by its
 * beginning.
 */
export type Heading = { exactly: string } | { startsWith: string }

export const EVERYTHING = 'all'
/** The prefixes of headings. */
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

/** The heading for products that are not offered, in place of this one: only the seller asks for it. */
export const hidden = (heading: Heading): Heading =>
  'exactly' in heading ? { exactly: HIDDEN + heading.exactly } : { startsWith: HIDDEN + heading.startsWith }

/** Whether a heading is one of those asked for. */
export const isUnder = (heading: string, asked: Heading): boolean =>
  'exactly' in asked ? heading === asked.exactly : heading.startsWith(asked.startsWith)

/** The headings of a product: customers' ones while it is offered, otherwise the seller's hidden ones. */
export function headingsOf(product: Shelved, categoryIds: readonly string[]): string[] {
  const names: string[] = JSON.parse(product.categories)
  const headings = [
    EVERYTHING,
    ...categoryIds.map((id) => CATEGORY + id),
    ...searchWords([product.name, ...names].join(' ')).map((word) => WORD + word),
  ]
  return product.is_active ? headings : headings.map((heading) => HIDDEN + heading)
}

/** The words of a search for products. Unlike one for orders, it looks for things, not for people called Thomas. */
export const productWords = (text: string): string[] => singular(searchWords(text))

/** The headings that a search asks for. */
export const searched = (text: string): Heading[] => askedWords(productWords(text)).map(withWord)
