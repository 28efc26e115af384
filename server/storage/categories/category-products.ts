import type { Queries } from '../engine.ts'
import { statement } from '../statement.ts'

type Key = { storeId: string; id: string }

const counts = statement((sql, p: { storeId: string }) =>
  sql
    .selectFrom('product_categories')
    .select((column) => ['category_id', column.fn.countAll<number>().as('products')])
    .where('store_id', '=', p.storeId)
    .groupBy('category_id'),
)

export async function countProductsByCategory(db: Queries, storeId: string): Promise<Map<string, number>> {
  const rows = await counts.all(db, { storeId })
  return new Map(rows.map(({ category_id, products }) => [category_id, products]))
}

const count = statement((sql, p: Key & { after: string }) =>
  sql
    .selectFrom('product_categories')
    .select((column) => column.fn.countAll<number>().as('products'))
    .where('store_id', '=', p.storeId)
    .where('category_id', '=', p.id)
    .where('product_id', '>', p.after),
)

/** How many products are in the category, those behind `after` in the order of their ids. */
export const countProductsIn = async (db: Queries, storeId: string, id: string, after = '') =>
  (await count.first(db, { storeId, id, after }))?.products ?? 0

const ids = statement((sql, p: Key & { after: string; limit: number }) =>
  sql
    .selectFrom('product_categories')
    .select('product_id')
    .where('store_id', '=', p.storeId)
    .where('category_id', '=', p.id)
    .where('product_id', '>', p.after)
    .orderBy('product_id')
    .limit(p.limit),
)

/** The next products of the category in the order of their ids. */
export const listProductIdsIn = async (
  tx: Queries,
  storeId: string,
  id: string,
  after: string,
  limit: number,
): Promise<string[]> => (await ids.all(tx, { storeId, id, after, limit })).map(({ product_id }) => product_id)

interface Stretch {
  after: string
  upTo: string
}

const locked = statement((sql, p: Key & Stretch, dialect) =>
  dialect.lockRows(
    sql
      .selectFrom('products')
      .select(['store_id', 'id', 'created_at', 'name', 'is_active', 'categories'])
      .where('store_id', '=', p.storeId)
      .where('id', 'in', (of) =>
        of
          .selectFrom('product_categories')
          .select('product_id')
          .where('store_id', '=', p.storeId)
          .where('category_id', '=', p.id)
          .where('product_id', '>', p.after)
          .where('product_id', '<=', p.upTo),
      )
      .orderBy('id'),
  ),
)

/** The category's products of that stretch, each as it is once nobody else can change it any more. */
export const lockProductsIn = (tx: Queries, storeId: string, id: string, stretch: Stretch) =>
  locked.all(tx, { storeId, id, ...stretch })

const unlink = statement((sql, p: Key & { upTo: string }) =>
  sql
    .deleteFrom('product_categories')
    .where('store_id', '=', p.storeId)
    .where('category_id', '=', p.id)
    .where('product_id', '<=', p.upTo),
)

/** Takes the category from the products up to that id. */
export const unlinkProducts = (tx: Queries, storeId: string, id: string, upTo: string) =>
  unlink.run(tx, { storeId, id, upTo })
