import { sql as raw } from 'kysely'
import { LOW_STOCK } from '#contract/dashboard/products.ts'
import type { Heading } from '../../rules/products/shelf.ts'
import type { Queries } from '../engine.ts'
import { behind, type Place } from '../place.ts'
import { literal, rowsOf, statement } from '../statement.ts'
import { WITH_BOOKS } from './products.ts'
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

/** All products or those on sale, newest first. */
export const listProducts = (
  db: Queries,
  storeId: string,
  { onSale }: { onSale: boolean },
  after: Place | undefined,
  limit: number,
) =>
  rowsOf(db, (sql) => {
    let query = sql.selectFrom('products').select(LINE).where('store_id', '=', storeId)
    if (onSale) query = query.where('is_sale', '=', literal(1))
    if (after) query = query.where(behind(after))
    return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit)
  })

export type ProductListRow = Awaited<ReturnType<typeof listProducts>>[number]

/** Those under one heading of the shelf, in its order: by word, then newest first. */
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

/** `low_stock` is the stock where it is low, and the same for all others; so their stock can change beside the index. */
const isLow = raw<boolean>`low_stock <= ${raw.lit(LOW_STOCK)}`

/** Those with at most so many pieces, the fewest first; `most` may not be above LOW_STOCK. */
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

/** In no order; those that are not there are left out. */
export const listWholeProducts = async (db: Queries, storeId: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : rowsOf(db, (sql) =>
        sql.selectFrom('products').select(WITH_BOOKS).where('store_id', '=', storeId).where('id', 'in', ids),
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
