import { headingsOf, type Shelved } from '../rules/shelf.ts'
import type { Queries } from '../storage/engine.ts'
import { listCategoryIds } from '../storage/product-categories.ts'
import { findProduct } from '../storage/products.ts'
import type { ProductRow } from '../storage/schema.ts'
import { putOnShelf, takeFromShelf, takeFromUnder } from '../storage/shelf.ts'

/** Puts a new product where customers look for it. */
export const shelveProduct = (tx: Queries, product: ProductRow, categoryIds: readonly string[]) =>
  putOnShelf(tx, product, headingsOf(product, categoryIds))

/** After an edit of its name, its categories or whether it is offered. */
export async function reshelveProduct(tx: Queries, storeId: string, id: string) {
  const product = await findProduct(tx, storeId, id)
  if (!product) return
  await takeFromShelf(tx, storeId, id)
  await shelveProduct(tx, product, await listCategoryIds(tx, storeId, id))
}

type Placed = Pick<ProductRow, 'store_id' | 'id' | 'created_at'> & Shelved

/** Moves a product from the headings of what it was to those of what it is; of its categories only these two lists. */
export async function moveOnShelf(
  tx: Queries,
  before: Placed,
  after: Placed,
  categoryIds: { before: readonly string[]; after: readonly string[] },
) {
  const [left, taken] = [headingsOf(before, categoryIds.before), headingsOf(after, categoryIds.after)]
  await Promise.all([
    takeFromUnder(
      tx,
      before,
      left.filter((heading) => !taken.includes(heading)),
    ),
    putOnShelf(
      tx,
      after,
      taken.filter((heading) => !left.includes(heading)),
    ),
  ])
}
