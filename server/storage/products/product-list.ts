import { sql as raw } from 'kysely'
import { LOW_STOCK } from '#contract/dashboard/products.ts'
import { EVERYTHING, type Heading, HIDDEN } from '../../rules/products/shelf.ts'
import type { Queries } from '../engine.ts'
import { comesAfter, type Place } from '../place.ts'
import { literal, rowsOf, type Sql, statement } from '../statement.ts'
import { WITH_STOCK_GIVEN } from './products.ts'
import { listShelf, type ShelfPlace } from './shelf-list.ts'

const LINE = [
  'id',
  'created_at',
  'updated_at',
  'name',
  'price_paise',
  'current_price_paise',
  'stock',
  'is_sale',
  'is_active',
  'categories',
  'primary_image',
] as const

/** The products on sale, newest first. */
export const listProductsOnSale = (db: Queries, storeId: string, after: Place | undefined, limit: number) =>
  rowsOf(db, (sql) => {
    const found = sql
      .selectFrom('products')
      .select(LINE)
      .where('store_id', '=', storeId)
      .where('is_sale', '=', literal(1))
    const rest = after ? found.where(comesAfter(after)) : found
    return rest.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit)
  })

/**
 * All products, newest first. They are read from the shelf, the table that lists products under headings, since another
 * index would make every create dearer. A page of the offered and a page of the hidden ones are merged: PostgreSQL
 * would otherwise sort all of them.
 */
export const listAllProducts = (db: Queries, storeId: string, after: Place | undefined, limit: number) =>
  rowsOf(db, (sql) => {
    const newest = (heading: string) =>
      sql
        .selectFrom(placesUnder(sql, storeId, heading, after).limit(limit).as('some'))
        .select(['store_id', 'place', 'product_id'])
    const page = newest(EVERYTHING)
      .unionAll(newest(HIDDEN + EVERYTHING))
      .orderBy('place')
      .orderBy('product_id')
      .limit(limit)
    return sql
      .selectFrom(page.as('page'))
      .innerJoin('products', (join) =>
        join.onRef('products.store_id', '=', 'page.store_id').onRef('products.id', '=', 'page.product_id'),
      )
      .select(LINE)
      .orderBy('page.place')
      .orderBy('page.product_id')
  })

function placesUnder(sql: Sql, storeId: string, heading: string, after: Place | undefined) {
  const found = sql
    .selectFrom('shelf')
    .select(['store_id', 'place', 'product_id'])
    .where('store_id', '=', storeId)
    .where('heading', '=', heading)
    .orderBy('place')
    .orderBy('product_id')
  return after ? found.where(raw<boolean>`(place, product_id) > (${-after.at}, ${after.id})`) : found
}

export type ProductListRow = Awaited<ReturnType<typeof listProductsOnSale>>[number]

/** The products under one heading of the shelf, in its order: by word, then newest first. */
export async function listProductsUnder(
  db: Queries,
  storeId: string,
  heading: Heading,
  after: ShelfPlace | undefined,
  limit: number,
): Promise<{ place: ShelfPlace; row: ProductListRow }[]> {
  const cards = await listShelf(db, storeId, heading, after, limit)
  return cards.map(({ heading, place, product_id, ...row }) => ({
    place: { heading, place, product_id },
    row: { id: product_id, ...row },
  }))
}

/** `low_stock` is the stock where it is low and one value for all others, whose sales so write no index. */
const isLow = raw<boolean>`low_stock <= ${raw.lit(LOW_STOCK)}`

/** Products with at most `most` pieces, the fewest first; `most` may not be above LOW_STOCK. */
export const listProductsLow = (
  db: Queries,
  storeId: string,
  most: number,
  after: { stock: number; id: string } | undefined,
  limit: number,
) =>
  rowsOf(db, (sql) => {
    const low = sql
      .selectFrom('products')
      .select(LINE)
      .where('store_id', '=', storeId)
      .where(isLow)
      .where('low_stock', '<=', most)
    const rest = after ? low.where(raw<boolean>`(low_stock, id) > (${after.stock}, ${after.id})`) : low
    return rest.orderBy('low_stock').orderBy('id').limit(limit)
  })

/** In any order; products that do not exist are left out. */
export const listWholeProducts = async (db: Queries, storeId: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : rowsOf(db, (sql) =>
        sql
          .selectFrom('products')
          .select(WITH_STOCK_GIVEN)
          .where('store_id', '=', storeId)
          .where('id', 'in', ids),
      )

const low = statement((sql, p: { storeId: string; limit: number }) =>
  sql
    .selectFrom('products')
    .select(['id', 'name', 'stock', 'primary_image'])
    .where('store_id', '=', p.storeId)
    .where(isLow)
    .where('is_active', '=', literal(1))
    .orderBy('low_stock')
    .orderBy('id')
    .limit(p.limit),
)

export const listLowStock = (db: Queries, storeId: string, limit: number) => low.all(db, { storeId, limit })

const any = statement((sql, p: { storeId: string }) =>
  sql.selectFrom('products').select('id').where('store_id', '=', p.storeId).limit(1),
)

export const hasProducts = async (db: Queries, storeId: string): Promise<boolean> =>
  (await any.first(db, { storeId })) !== undefined
