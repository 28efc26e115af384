import { headingsOf } from '../rules/shelf.ts'
import type { Queries } from '../storage/engine.ts'
import { listCategoryIds } from '../storage/product-categories.ts'
import { findProduct } from '../storage/products.ts'
import type { ProductRow } from '../storage/schema.ts'
import { putOnShelf, takeFromShelf } from '../storage/shelf.ts'

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
