import { LOW_STOCK, type ProductFilter } from '#contract/dashboard/products.ts'
import type { Page } from '#contract/dashboard/route.ts'
import {
  everything,
  type Heading,
  hidden,
  inCategory,
  isUnder,
  productWords,
  searched,
} from '../../../rules/products/shelf.ts'
import { hasAll, searchWords } from '../../../rules/values/search-words.ts'
import { listNamesOfCategory } from '../../../storage/categories/category-changes.ts'
import type { Queries } from '../../../storage/engine.ts'
import {
  listAllProducts,
  listProductsLow,
  listProductsOnSale,
  listProductsUnder,
  type ProductListRow,
} from '../../../storage/products/product-list.ts'
import { countOnShelf, type ShelfPlace } from '../../../storage/products/shelf-list.ts'
import { cursorParts, cursorText } from '../../cursor.ts'
import { COUNTED_MOST, type List, lookThrough, orderedList, stretchOf } from '../lists/look-through.ts'
import { ageCursor, readAgeCursor, unknownPage } from '../lists/page.ts'

interface ProductSearch {
  search: string
  filter: ProductFilter | undefined
  /** The category's id. */
  category: string | undefined
}

type Products = List<ProductListRow>

/** A page of products. Each kind of search has an index that returns rows in the order of the pages. */
export async function findProducts(
  db: Queries,
  storeId: string,
  { search, filter, category }: ProductSearch,
  after: string | undefined,
  limit: number,
): Promise<Page<ProductListRow>> {
  const words = productWords(search)
  if (search !== '' && words.length === 0) return NOTHING
  const headings = [...searched(search), ...(category ? [inCategory(category)] : [])]
  const lists = [
    ...headings.map((heading) => underHeading(db, storeId, heading, filter)),
    ...filtered(db, storeId, filter, headings.length === 0),
  ]
  const look: Look = (isWanted) =>
    lookThrough(lists, (row) => passes(row, { words, filter }) && isWanted(row), after, limit)
  return category === undefined
    ? look(() => true)
    : lookWithin(() => listNamesOfCategory(db, storeId, category), look)
}

const NOTHING = { items: [], next: null }

type Look = (isWanted: (row: ProductListRow) => boolean) => Promise<Page<ProductListRow>>

/**
 * Keeps the products that carry one of the category's names: while a rename rewrites them one by one, some still carry
 * an old name. If a product carries none of them, the category may have got a new name since its names were read, so
 * they are read again.
 */
async function lookWithin(readNames: () => Promise<string[]>, look: Look): Promise<Page<ProductListRow>> {
  const names = new Set(await readNames())
  if (names.size === 0) return NOTHING
  let areSomeElsewhere = false
  const isWithin = (row: ProductListRow) => {
    const isIn = namesIn(row).some((name) => names.has(name))
    areSomeElsewhere ||= !isIn
    return isIn
  }
  const page = await look(isWithin)
  if (!areSomeElsewhere) return page
  const known = names.size
  for (const name of await readNames()) names.add(name)
  return names.size === known ? page : look(isWithin)
}

const namesIn = ({ categories }: ProductListRow): string[] => JSON.parse(categories)

/** The list of a filter that has an index of its own; all products where nothing else is asked for. */
function filtered(
  db: Queries,
  storeId: string,
  filter: ProductFilter | undefined,
  isAll: boolean,
): Products[] {
  if (filter === 'low_stock' || filter === 'out_of_stock') {
    return [byStock(db, storeId, filter === 'low_stock' ? LOW_STOCK : 0)]
  }
  if (filter === 'sale') return [byAge(listProductsOnSale, db, storeId)]
  if (!filter && isAll) return [byAge(listAllProducts, db, storeId)]
  return isAll ? [underHeading(db, storeId, everything, filter)] : []
}

/**
 * The products under one heading (a category, a searched word, or all): first those on offer, then the hidden ones, as
 * far as the filter wants them.
 */
function underHeading(
  db: Queries,
  storeId: string,
  heading: Heading,
  filter: ProductFilter | undefined,
): Products {
  return {
    isOf: (cursor) => followed(readShelfCursor(cursor), heading),
    async count() {
      const counts = [heading, hidden(heading)].map((each) => countOnShelf(db, storeId, each, COUNTED_MOST))
      return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0)
    },
    async read(after, asked) {
      const at = after === undefined ? undefined : readShelfCursor(after)
      const isHidden = at?.isHidden ?? filter === 'hidden'
      const found = await listProductsUnder(
        db,
        storeId,
        isHidden ? hidden(heading) : heading,
        at?.place,
        asked,
      )
      const seen = found.map(({ row, place }) => ({ row, cursor: shelfCursor(isHidden, place) }))
      const { rows, next } = stretchOf(seen, asked)
      const goesOn = next === null && !isHidden && filter !== 'active'
      return { rows, next: goesOn ? shelfCursor(true, undefined) : next }
    },
  }
}

const byAge = (list: typeof listAllProducts, db: Queries, storeId: string): Products =>
  orderedList({
    isOf: (cursor) => !readShelfCursor(cursor),
    read: (after, asked) => list(db, storeId, readAgeCursor(after), asked),
    cursorOf: ({ created_at, id }) => ageCursor({ at: created_at, id }),
  })

const byStock = (db: Queries, storeId: string, most: number): Products =>
  orderedList({
    isOf: (cursor) => !readShelfCursor(cursor),
    read: (after, asked) => listProductsLow(db, storeId, most, readStockCursor(after), asked),
    cursorOf: ({ stock, id }) => `${stock}_${id}`,
  })

const FILTERS: Record<ProductFilter, (row: ProductListRow) => boolean> = {
  active: ({ is_active }) => is_active === 1,
  hidden: ({ is_active }) => is_active === 0,
  sale: ({ is_sale }) => is_sale === 1,
  low_stock: ({ stock }) => stock <= LOW_STOCK,
  out_of_stock: ({ stock }) => stock === 0,
}

interface Wanted extends Pick<ProductSearch, 'filter'> {
  words: readonly string[]
}

function passes(row: ProductListRow, { words, filter }: Wanted): boolean {
  if (filter && !FILTERS[filter](row)) return false
  return hasAll(searchWords([row.name, ...namesIn(row)].join(' ')), words)
}

interface ShelfCursor {
  isHidden: boolean
  /** Undefined before the first of the hidden ones. */
  place: ShelfPlace | undefined
}

/** Whether the cursor is from a page under this heading. */
function followed(at: ShelfCursor | undefined, heading: Heading): boolean {
  if (!at?.place) return at !== undefined
  return isUnder(at.place.heading, at.isHidden ? hidden(heading) : heading)
}

const shelfCursor = (isHidden: boolean, place: ShelfPlace | undefined): string =>
  cursorText(isHidden, place?.heading, place?.place, place?.product_id)

function readShelfCursor(text: string): ShelfCursor | undefined {
  const [isHidden, heading, place, id] = cursorParts(text)
  if (typeof isHidden !== 'boolean') return undefined
  if (heading === null) return { isHidden, place: undefined }
  const isPlace = typeof heading === 'string' && Number.isSafeInteger(place) && typeof id === 'string'
  return isPlace ? { isHidden, place: { heading, place: place as number, product_id: id } } : undefined
}

function readStockCursor(text: string | undefined) {
  if (text === undefined) return undefined
  const [, stock, id] = /^(\d{1,10})_([0-9a-f-]{36})$/.exec(text) ?? []
  if (!stock || !id) throw unknownPage()
  return { stock: Number(stock), id }
}
