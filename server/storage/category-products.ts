import type { Queries } from './engine.ts'
import { statement } from './statement.ts'

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
  return new Map(rows.map(({ category_id, products }) => [category_id, Number(products)]))
}

const locked = statement((sql, p: Key, dialect) =>
  dialect.lockRows(
    sql
      .selectFrom('categories')
      .select(['id', 'name'])
      .where('store_id', '=', p.storeId)
      .where('id', '=', p.id),
  ),
)

/** Nobody gives a product this category until the transaction ends. */
export const lockCategory = (tx: Queries, storeId: string, id: string) => locked.first(tx, { storeId, id })

const named = statement((sql, p: { storeId: string; name: string }) =>
  sql.selectFrom('categories').select('id').where('store_id', '=', p.storeId).where('name', '=', p.name),
)

export const hasCategoryNamed = async (tx: Queries, storeId: string, name: string): Promise<boolean> =>
  (await named.first(tx, { storeId, name })) !== undefined

const rename = statement((sql, p: Key & { name: string }) =>
  sql
    .updateTable('categories')
    .set({ name: p.name })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id),
)

export const setCategoryName = (tx: Queries, storeId: string, id: string, name: string) =>
  rename.run(tx, { storeId, id, name })

const remove = statement((sql, p: Key) =>
  sql.deleteFrom('categories').where('store_id', '=', p.storeId).where('id', '=', p.id),
)

const unlinkAll = statement((sql, p: Key) =>
  sql.deleteFrom('product_categories').where('store_id', '=', p.storeId).where('category_id', '=', p.id),
)

export async function deleteCategoryRow(tx: Queries, storeId: string, id: string) {
  await unlinkAll.run(tx, { storeId, id })
  await remove.run(tx, { storeId, id })
}

const BATCH = 500

const batch = statement((sql, p: Key & { after: string }, dialect) =>
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
          .orderBy('product_id')
          .limit(BATCH),
      )
      .orderBy('id'),
  ),
)

/** The products in the category, a batch at a time; each is read as it is once nobody else can change it any more. */
export async function* lockProductsInCategory(tx: Queries, storeId: string, id: string) {
  for (let after = ''; ; ) {
    const products = await batch.all(tx, { storeId, id, after })
    if (products.length === 0) return
    yield products
    after = products.at(-1)!.id
  }
}
