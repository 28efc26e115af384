import { LOW_STOCK, type ProductFilter } from '#contract/dashboard/products.ts'
import type { Page } from '#contract/dashboard/route.ts'
import { searchWords } from '../../rules/search-words.ts'
import { everything, type Heading, hidden, inCategory, withWord } from '../../rules/shelf.ts'
import type { Queries } from '../../storage/engine.ts'
import {
  listProducts,
  listProductsLow,
  listProductsUnder,
  type ProductListRow,
} from '../../storage/product-list.ts'
import { countOnShelf, type ShelfPlace } from '../../storage/shelf-list.ts'
import { agePage, pageOf, readAgeCursor, unknownPage } from './page.ts'

export interface ProductSearch {
  search: string
  filter: ProductFilter | undefined
  /** The category's id and name. */
  category: { id: string; name: string } | undefined
}

type Rows = Page<ProductListRow>

/** A page of products. Each kind of question has an index that answers it in the order of the pages. */
export async function findProducts(
  db: Queries,
  storeId: string,
  asked: ProductSearch,
  after: string | undefined,
  limit: number,
): Promise<Rows> {
  const words = searchWords(asked.search)
  if (asked.search !== '' && words.length === 0) return { items: [], next: null }
  const { filter, category } = asked
  if (words.length > 0 || category || filter === 'active' || filter === 'hidden') {
    return alongShelf(db, storeId, { words, filter, category }, after, limit)
  }
  if (filter === 'low_stock' || filter === 'out_of_stock') {
    const most = filter === 'low_stock' ? LOW_STOCK : 0
    const rows = await listProductsLow(db, storeId, most, readStockCursor(after), limit + 1)
    return pageOf(rows, limit, ({ stock, id }) => `${stock}_${id}`)
  }
  const onSale = filter === 'sale'
  return agePage(await listProducts(db, storeId, { onSale }, readAgeCursor(after), limit + 1), limit)
}

interface Wanted {
  words: readonly string[]
  filter: ProductFilter | undefined
  category: ProductSearch['category']
}

const AT_ONCE = 200
/** How many products one request looks at when few of them pass the other conditions. */
const MOST_LOOKED_AT = 2000
const MOST_WORDS = 6
const COUNTED_MOST = 500

/** Follows one heading, first through what is offered and then through what is hidden, and judges each product. */
async function alongShelf(
  db: Queries,
  storeId: string,
  wanted: Wanted,
  after: string | undefined,
  limit: number,
): Promise<Rows> {
  const found: { row: ProductListRow; cursor: string }[] = []
  let { isHidden, place } = readShelfCursor(after)
  if (wanted.filter === 'hidden') isHidden = true
  const lead = await leading(db, storeId, wanted, place)
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += AT_ONCE) {
    const heading = isHidden ? hidden(lead) : lead
    const stretch = await listProductsUnder(db, storeId, heading, place, AT_ONCE)
    for (const each of stretch) {
      place = each.place
      if (passes(each.row, wanted)) found.push({ row: each.row, cursor: shelfCursor(isHidden, place) })
      if (found.length > limit) return rowsOf(pageOf(found, limit, ({ cursor }) => cursor))
    }
    if (stretch.length === AT_ONCE) continue
    if (isHidden || wanted.filter === 'active') return rowsOf({ items: found, next: null })
    isHidden = true
    place = undefined
  }
  return rowsOf({ items: found, next: shelfCursor(isHidden, place) })
}

const rowsOf = ({ items, next }: Page<{ row: ProductListRow }>): Rows => ({
  items: items.map(({ row }) => row),
  next,
})

/** The rarest of the headings that every product asked for stands under: the others are judged product by product. */
async function leading(
  db: Queries,
  storeId: string,
  { words, category }: Wanted,
  place: ShelfPlace | undefined,
): Promise<Heading> {
  const headings = [
    ...(category ? [inCategory(category.id)] : []),
    ...words.slice(0, MOST_WORDS).map(withWord),
  ]
  if (headings.length < 2) return headings[0] ?? everything
  const followed = place && headings.find((heading) => stands(place.heading, heading))
  if (followed) return followed
  const counts = await Promise.all(
    headings.map(async (heading) => {
      const offered = await countOnShelf(db, storeId, heading, COUNTED_MOST)
      return offered + (await countOnShelf(db, storeId, hidden(heading), COUNTED_MOST))
    }),
  )
  return headings[counts.indexOf(Math.min(...counts))]!
}

/** Whether a page that ended there followed this heading. */
const stands = (text: string, heading: Heading): boolean =>
  [heading, hidden(heading)].some((each) =>
    'exactly' in each ? text === each.exactly : text.startsWith(each.startsWith),
  )

const FILTERS: Record<ProductFilter, (row: ProductListRow) => boolean> = {
  active: ({ is_active }) => is_active === 1,
  hidden: ({ is_active }) => is_active === 0,
  sale: ({ is_sale }) => is_sale === 1,
  low_stock: ({ stock }) => stock <= LOW_STOCK,
  out_of_stock: ({ stock }) => stock === 0,
}

function passes(row: ProductListRow, { words, filter, category }: Wanted): boolean {
  if (filter && !FILTERS[filter](row)) return false
  const names: string[] = JSON.parse(row.categories)
  if (category && !names.includes(category.name)) return false
  const own = searchWords([row.name, ...names].join(' '))
  return words.every((word) => own.some((each) => each.startsWith(word)))
}

const shelfCursor = (isHidden: boolean, place: ShelfPlace | undefined): string =>
  Buffer.from(JSON.stringify([isHidden, place?.heading, place?.place, place?.product_id])).toString(
    'base64url',
  )

function readShelfCursor(text: string | undefined): { isHidden: boolean; place: ShelfPlace | undefined } {
  if (text === undefined) return { isHidden: false, place: undefined }
  try {
    const [isHidden, heading, place, id] = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (heading === null) return { isHidden: isHidden === true, place: undefined }
    if (typeof heading !== 'string' || !Number.isSafeInteger(place) || typeof id !== 'string')
      throw unknownPage()
    return { isHidden: isHidden === true, place: { heading, place, product_id: id } }
  } catch {
    throw unknownPage()
  }
}

function readStockCursor(text: string | undefined) {
  if (text === undefined) return undefined
  const [, stock, id] = /^(\d{1,10})_([0-9a-f-]{36})$/.exec(text) ?? []
  if (!stock || !id) throw unknownPage()
  return { stock: Number(stock), id }
}
