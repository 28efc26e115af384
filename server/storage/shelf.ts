import { sql } from 'kysely'
import type { Heading } from '../rules/shelf.ts'
import type { Queries } from './engine.ts'
import type { ProductRow, ShelfRow } from './schema.ts'
import { pick, rowsOf, statement, statementPerCount } from './statement.ts'

const empty = statement((build, p: { storeId: string; productId: string }) =>
  build.deleteFrom('shelf').where('store_id', '=', p.storeId).where('product_id', '=', p.productId),
)

export const takeFromShelf = (tx: Queries, storeId: string, productId: string) =>
  empty.run(tx, { storeId, productId })

type Rows = { store_id: string; product_id: string; place: number; [heading: `heading${number}`]: string }

const insertOf = statementPerCount((build, p: Rows, indexes) =>
  build.insertInto('shelf').values(
    indexes.map((i) => ({
      ...pick(p, ['store_id', 'product_id', 'place']),
      heading: p[`heading${i}`]!,
    })),
  ),
)

export async function putOnShelf(
  tx: Queries,
  { store_id, id, created_at }: Pick<ProductRow, 'store_id' | 'id' | 'created_at'>,
  headings: readonly string[],
) {
  if (headings.length === 0) return
  const named = Object.fromEntries(headings.map((heading, i) => [`heading${i}`, heading]))
  await insertOf(headings.length).run(tx, { ...named, store_id, product_id: id, place: -created_at })
}

type Headings = readonly [Heading, ...Heading[]]

/** Where a page ended: the next one begins behind it. */
export type ShelfPlace = Pick<ShelfRow, 'heading' | 'place' | 'product_id'>

const ON_A_CARD = [
  'products.name',
  'products.price_paise',
  'products.current_price_paise',
  'products.is_sale',
  'products.primary_image',
  'products.stock',
] as const

/** Greater than every word that begins with what stands before it. */
const LAST = '\u{10FFFF}'

function under(table: 'shelf' | 'other', heading: Heading) {
  const column = sql.ref(`${table}.heading`)
  return 'exactly' in heading
    ? sql<boolean>`${column} = ${heading.exactly}`
    : sql<boolean>`${column} >= ${heading.startsWith} and ${column} < ${heading.startsWith + LAST}`
}

const sameProduct = sql`other.store_id = shelf.store_id and other.product_id = shelf.product_id`

/**
 * Looked up row by row while the leading heading is read, which ends with the page. The offset keeps PostgreSQL from
 * joining the two headings whole instead.
 */
const BY_ROW = sql`limit 1 offset 0`

const alsoUnder = (heading: Heading) =>
  sql<boolean>`exists (select 1 from shelf other where ${sameProduct} and ${under('other', heading)} ${BY_ROW})`

/** A product with two words that begin alike stands in the list once, at the first of them. */
const notEarlier = ({ startsWith }: { startsWith: string }) =>
  sql<boolean>`not exists (select 1 from shelf other where ${sameProduct}
    and other.heading >= ${startsWith} and other.heading < shelf.heading ${BY_ROW})`

const behind = ({ heading, place, product_id }: ShelfPlace, first: Heading) =>
  'exactly' in first
    ? sql<boolean>`(shelf.place, shelf.product_id) > (${place}, ${product_id})`
    : sql<boolean>`(shelf.heading, shelf.place, shelf.product_id) > (${heading}, ${place}, ${product_id})`

const ENOUGH = 500

/** The heading under which the fewest products stand comes first: it leads, and the others are looked up. */
async function rarestFirst(db: Queries, storeId: string, headings: Headings): Promise<Headings> {
  if (headings.length === 1) return headings
  const counts = await Promise.all(headings.map((heading) => countUnder(db, storeId, heading)))
  const rarest = counts.indexOf(Math.min(...counts))
  return [headings[rarest]!, ...headings.filter((_, i) => i !== rarest)]
}

async function countUnder(db: Queries, storeId: string, heading: Heading): Promise<number> {
  const rows = await rowsOf(db, (build) =>
    build
      .selectFrom('shelf')
      .select('place')
      .where('store_id', '=', storeId)
      .where(under('shelf', heading))
      .limit(ENOUGH),
  )
  return rows.length
}

/** The heading whose list the place is in: the one that led when the page before was read. */
const isIn = ({ heading }: ShelfPlace, within: Heading) =>
  'exactly' in within ? within.exactly === heading : heading.startsWith(within.startsWith)

const leading = (headings: Headings, after: ShelfPlace): Headings => {
  const leader = headings.find((heading) => isIn(after, heading)) ?? headings[0]
  return [leader, ...headings.filter((heading) => heading !== leader)]
}

/**
 * A page of the products that stand under all the headings, in the order of the first: by word, then newest first. It
 * is read along one index, so a store of any size answers alike.
 */
export async function listShelf(
  db: Queries,
  storeId: string,
  asked: Headings,
  after: ShelfPlace | undefined,
  limit: number,
) {
  const headings = after ? leading(asked, after) : await rarestFirst(db, storeId, asked)
  const [first, ...others] = headings
  return rowsOf(db, (build) => {
    let query = build
      .selectFrom('shelf')
      .innerJoin('products', (join) =>
        join.onRef('products.store_id', '=', 'shelf.store_id').onRef('products.id', '=', 'shelf.product_id'),
      )
      .select(['shelf.heading', 'shelf.place', 'shelf.product_id', ...ON_A_CARD])
      .where('shelf.store_id', '=', storeId)
      .where(under('shelf', first))
    for (const heading of others) query = query.where(alsoUnder(heading))
    if ('startsWith' in first) query = query.where(notEarlier(first))
    if (after) query = query.where(behind(after, first))
    return query.orderBy('shelf.heading').orderBy('shelf.place').orderBy('shelf.product_id').limit(limit)
  })
}

export type Card = Awaited<ReturnType<typeof listShelf>>[number]

/** The categories in which customers find something. */
export const listShelfCategories = (db: Queries, storeId: string) =>
  rowsOf(db, (build) =>
    build
      .selectFrom('categories')
      .select(['id', 'name'])
      .where('store_id', '=', storeId)
      .where(
        sql<boolean>`exists (select 1 from shelf where shelf.store_id = categories.store_id
          and shelf.heading = 'category ' || categories.id)`,
      )
      .orderBy('name'),
  )

/** How many rows stand under a heading, counted up to `most`: enough to tell a rare one from a common one. */
export async function countOnShelf(db: Queries, storeId: string, heading: Heading, most: number) {
  const rows = await rowsOf(db, (build) =>
    build
      .selectFrom('shelf')
      .select('product_id')
      .where('store_id', '=', storeId)
      .where(under('shelf', heading))
      .limit(most),
  )
  return rows.length
}
