import type { Queries } from '../engine.ts'
import { rowsOf, statement } from '../statement.ts'

const unlink = statement((sql, p: { storeId: string; productId: string }) =>
  sql
    .deleteFrom('product_categories')
    .where('store_id', '=', p.storeId)
    .where('product_id', '=', p.productId),
)

export const unlinkCategories = (tx: Queries, storeId: string, productId: string) =>
  unlink.run(tx, { storeId, productId })

const linked = statement((sql, p: { storeId: string; productId: string }) =>
  sql
    .selectFrom('product_categories')
    .select('category_id')
    .where('store_id', '=', p.storeId)
    .where('product_id', '=', p.productId),
)

export const listCategoryIds = async (db: Queries, storeId: string, productId: string): Promise<string[]> =>
  (await linked.all(db, { storeId, productId })).map(({ category_id }) => category_id)

export async function linkCategories(
  tx: Queries,
  storeId: string,
  productId: string,
  ids: readonly string[],
) {
  if (ids.length === 0) return
  const links = ids.map((id) => ({ store_id: storeId, product_id: productId, category_id: id }))
  await rowsOf(tx, (sql) => sql.insertInto('product_categories').values(links))
}
