import { sql as raw } from 'kysely'
import { LOW_STOCK, type ProductFilter } from '#contract/dashboard/products.ts'
import type { Queries } from './engine.ts'
import { PRODUCT_COLUMNS } from './products.ts'
import { rowsOf, statement } from './statement.ts'
import { between, contains, type Place, walk } from './walk.ts'

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

const FILTERS: Record<ProductFilter, ReturnType<typeof raw<boolean>>> = {
  active: raw`is_active = 1`,
  hidden: raw`is_active = 0`,
  sale: raw`is_sale = 1`,
  low_stock: raw`stock <= ${raw.lit(LOW_STOCK)}`,
  out_of_stock: raw`stock = 0`,
}

export interface ProductQuery {
  search?: string | undefined
  filter?: ProductFilter | undefined
  categoryId?: string | undefined
}

/** Newest first. */
export function listProducts(
  db: Queries,
  storeId: string,
  { search, filter, categoryId }: ProductQuery,
  page: { after: Place | undefined; limit: number },
) {
  const read = (from: Place | undefined, to: Place | undefined, limit: number) =>
    rowsOf(db, (sql) => {
      let query = sql
        .selectFrom('products')
        .select(LINE)
        .where('store_id', '=', storeId)
        .where(between(from, to))
      if (search) query = query.where(contains('name', search))
      if (filter) query = query.where(FILTERS[filter])
      if (categoryId) {
        query = query.where(
          raw<boolean>`exists (select 1 from product_categories link where link.store_id = products.store_id
            and link.product_id = products.id and link.category_id = ${categoryId})`,
        )
      }
      return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit)
    })
  const isFiltered = Boolean(search || filter || categoryId)
  if (isFiltered) return walk(db, 'products', storeId, page, read)
  return read(page.after, undefined, page.limit).then((rows) => ({ rows, stoppedAt: undefined }))
}

export type ProductListRow = Awaited<ReturnType<typeof listProducts>>['rows'][number]

/** Whole products, oldest first, a batch at a time: for a file that may hold all of them. */
export const listWholeProducts = (db: Queries, storeId: string, after: Place | undefined, limit: number) =>
  rowsOf(db, (sql) => {
    const all = sql.selectFrom('products').select(PRODUCT_COLUMNS).where('store_id', '=', storeId)
    const rest = after ? all.where(raw<boolean>`(created_at, id) > (${after.at}, ${after.id})`) : all
    return rest.orderBy('created_at').orderBy('id').limit(limit)
  })

const low = statement((sql, p: { storeId: string; limit: number }) =>
  sql
    .selectFrom('products')
    .select(['id', 'name', 'stock', 'primary_image'])
    .where('store_id', '=', p.storeId)
    .where(FILTERS.low_stock)
    .where('is_active', '=', 1)
    .orderBy('stock')
    .orderBy('id')
    .limit(p.limit),
)

export const listLowStock = (db: Queries, storeId: string, limit: number) => low.all(db, { storeId, limit })

const any = statement((sql, p: { storeId: string }) =>
  sql.selectFrom('products').select('id').where('store_id', '=', p.storeId).limit(1),
)

export const hasProducts = async (db: Queries, storeId: string): Promise<boolean> =>
  (await any.first(db, { storeId })) !== undefined
