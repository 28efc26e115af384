import { sql } from 'kysely'
import { CATEGORY, type Heading, headingsOf, isUnder } from '../../rules/products/shelf.ts'
import { byName } from '../../rules/values/names.ts'
import { endOfPrefix } from '../end-of-prefix.ts'
import type { Queries } from '../engine.ts'
import type { ShelfRow } from '../schema.ts'
import { rowsOf } from '../statement.ts'

/** The place of a page's last row, after which the next page begins. */
export type ShelfPlace = Pick<ShelfRow, 'heading' | 'place' | 'product_id'>

export type Headings = readonly [Heading, ...Heading[]]

/** What a card of the store's page shows, and a line of the seller's table. */
export const ON_A_CARD = [
  'products.created_at',
  'products.updated_at',
  'products.name',
  'products.price_paise',
  'products.current_price_paise',
  'products.is_sale',
  'products.is_active',
  'products.categories',
  'products.primary_image',
  'products.stock',
] as const

/** So many rows at a time are compared with the search words, after a first read of one page's length found too few. */
export const LOOKED_AT_ONCE = 200

export const under = (heading: Heading) =>
  'exactly' in heading
    ? sql<boolean>`shelf.heading = ${heading.exactly}`
    : sql<boolean>`shelf.heading >= ${heading.startsWith} and shelf.heading < ${endOfPrefix(heading.startsWith)}`

/**
 * Looks up another heading for each row of the leading one, which is read only until the page is full. The offset keeps
 * PostgreSQL from joining the two headings whole instead.
 */
const alsoUnder = (heading: string) =>
  sql<boolean>`exists (select 1 from shelf other where other.store_id = shelf.store_id and other.heading = ${heading}
    and other.place = shelf.place and other.product_id = shelf.product_id limit 1 offset 0)`

/** A part of a heading's list: after one place, and up to another. */
interface Stretch {
  after?: ShelfPlace | undefined
  upTo?: ShelfPlace | undefined
}

/** A place replaces the heading's own bound: given two lower bounds, SQLite would start at the lower one. */
function within(heading: Heading, { after, upTo }: Stretch) {
  if ('exactly' in heading) {
    const place = sql`(shelf.place, shelf.product_id)`
    const lower = after ? sql`and ${place} > (${after.place}, ${after.product_id})` : sql``
    const upper = upTo ? sql`and ${place} <= (${upTo.place}, ${upTo.product_id})` : sql``
    return sql<boolean>`shelf.heading = ${heading.exactly} ${lower} ${upper}`
  }
  const place = sql`(shelf.heading, shelf.place, shelf.product_id)`
  const { startsWith } = heading
  const lower =
    after && after.heading >= startsWith
      ? sql`${place} > (${after.heading}, ${after.place}, ${after.product_id})`
      : sql`shelf.heading >= ${startsWith}`
  const upper = upTo
    ? sql`${place} <= (${upTo.heading}, ${upTo.place}, ${upTo.product_id})`
    : sql`shelf.heading < ${endOfPrefix(startsWith)}`
  return sql<boolean>`${lower} and ${upper}`
}

/**
 * The rows of the stretch under the first heading that are also under the others, by word, newest first. A row whose
 * product is gone, which should not happen, is kept: without it the caller would take a short page for the end.
 */
function readStretch(
  db: Queries,
  storeId: string,
  [first, ...others]: Headings,
  stretch: Stretch,
  limit: number,
) {
  return rowsOf(db, (build) => {
    let found = build
      .selectFrom('shelf')
      .select(['store_id', 'heading', 'place', 'product_id'])
      .where('shelf.store_id', '=', storeId)
      .where(within(first, stretch))
    for (const other of others) if ('exactly' in other) found = found.where(alsoUnder(other.exactly))
    const page = found.orderBy('heading').orderBy('place').orderBy('product_id').limit(limit)
    return build
      .selectFrom(page.as('page'))
      .leftJoin('products', (join) =>
        join.onRef('products.store_id', '=', 'page.store_id').onRef('products.id', '=', 'page.product_id'),
      )
      .select(['page.heading', 'page.place', 'page.product_id', ...ON_A_CARD])
      .orderBy('page.heading')
      .orderBy('page.place')
      .orderBy('page.product_id')
  })
}

type Row = Awaited<ReturnType<typeof readStretch>>[number]

type Card = {
  [Column in keyof Row]: Column extends 'primary_image' ? Row[Column] : NonNullable<Row[Column]>
}

const isCard = (row: Row): row is Card => row.name !== null

/** The products of the stretch that are under all the headings. Beginnings of words are matched against their names. */
async function listStretch(
  db: Queries,
  storeId: string,
  headings: Headings,
  { after, upTo }: Stretch,
  limit: number,
): Promise<Card[]> {
  const isWhole = headings.every((heading) => 'exactly' in heading)
  const cards: Card[] = []
  let asked = limit
  for (let from = after; ; ) {
    const rows = await readStretch(db, storeId, headings, { after: from, upTo }, asked)
    const found = rows.filter(isCard)
    cards.push(...(isWhole ? found : found.filter((card) => standsUnder(card, headings))))
    if (rows.length < asked || cards.length >= limit) return cards.slice(0, limit)
    from = rows.at(-1)
    asked = Math.max(limit, LOOKED_AT_ONCE)
  }
}

/** Lists a product with two words that begin alike only once, at the first of them. */
function standsUnder(card: Card, [first, ...others]: Headings): boolean {
  // No word that begins with it sorts before it.
  if (others.length === 0 && 'startsWith' in first && card.heading === first.startsWith) return true
  const own = headingsOf(card, [])
  const under = ({ startsWith }: { startsWith: string }) => own.filter((each) => each.startsWith(startsWith))
  if ('startsWith' in first && under(first).sort()[0] !== card.heading) return false
  return others.every((other) => 'exactly' in other || under(other).length > 0)
}

/** A page of the products under one heading. Read along one index, so the size of the store does not matter. */
export const listShelf = (
  db: Queries,
  storeId: string,
  heading: Heading,
  after: ShelfPlace | undefined,
  limit: number,
): Promise<Card[]> => listStretch(db, storeId, [heading], { after }, limit)

/** How many rows of its rarest heading one search reads: that takes 10 to 20 ms. */
export const MOST_LOOKED_AT = 2000

interface Search {
  cards: Card[]
  /** Where the search stopped although there may be more; undefined when it came to the end or filled the page. */
  stoppedAt: ShelfPlace | undefined
}

/**
 * A page of the products under all the headings. The rarest heading is read and the others are looked up for each of
 * its rows, in a stretch of bounded length: for common words that rarely meet, the whole store would be read otherwise.
 */
export async function searchShelf(
  db: Queries,
  storeId: string,
  asked: Headings,
  after: ShelfPlace | undefined,
  limit: number,
): Promise<Search> {
  const followed = after && asked.find((heading) => isUnder(after.heading, heading))
  const headings = followed ? leading(asked, followed) : await rarestFirst(db, storeId, asked)
  const from = followed && after
  const upTo = headings.length > 1 ? await placeFurther(db, storeId, headings[0], from) : undefined
  const cards = await listStretch(db, storeId, headings, { after: from, upTo }, limit)
  return { cards, stoppedAt: cards.length < limit ? upTo : undefined }
}

/** Puts the heading with the fewest products first. */
async function rarestFirst(db: Queries, storeId: string, headings: Headings): Promise<Headings> {
  if (headings.length === 1) return headings
  const counts = await Promise.all(
    headings.map((heading) => countOnShelf(db, storeId, heading, MOST_LOOKED_AT)),
  )
  return leading(headings, headings[counts.indexOf(Math.min(...counts))]!)
}

const leading = (headings: Headings, leader: Heading): Headings => [
  leader,
  ...headings.filter((heading) => heading !== leader),
]

/** The end of a stretch that begins after `after`; undefined if the list ends before. */
async function placeFurther(
  db: Queries,
  storeId: string,
  heading: Heading,
  after: ShelfPlace | undefined,
): Promise<ShelfPlace | undefined> {
  const [found] = await rowsOf(db, (build) =>
    build
      .selectFrom('shelf')
      .select(['heading', 'place', 'product_id'])
      .where('store_id', '=', storeId)
      .where(within(heading, { after }))
      .orderBy('heading')
      .orderBy('place')
      .orderBy('product_id')
      .offset(MOST_LOOKED_AT - 1)
      .limit(1),
  )
  return found
}

/** How many rows a heading has, counted up to `most`: enough to tell a rare one from a common one. */
export async function countOnShelf(db: Queries, storeId: string, heading: Heading, most: number) {
  const [counted] = await rowsOf(db, (build) => {
    const some = build
      .selectFrom('shelf')
      .select('product_id')
      .where('store_id', '=', storeId)
      .where(under(heading))
      .limit(most)
    return build.selectFrom(some.as('some')).select((column) => column.fn.countAll<number>().as('count'))
  })
  return counted?.count ?? 0
}

/** The categories that have products which customers can see. */
export async function listShelfCategories(db: Queries, storeId: string) {
  const found = await rowsOf(db, (build) =>
    build
      .selectFrom('categories')
      .select(['id', 'name'])
      .where('store_id', '=', storeId)
      .where('given_up_for', 'is', null)
      .where(
        sql<boolean>`exists (select 1 from shelf where shelf.store_id = categories.store_id
          and shelf.heading = ${sql.lit(CATEGORY)} || categories.id)`,
      ),
  )
  return found.sort(byName)
}
