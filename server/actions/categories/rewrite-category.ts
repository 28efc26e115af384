import {
  forgetGivenUp,
  listChangingCategories,
  lockCategoryChange,
  setReached,
} from '../../storage/categories/category-changes.ts'
import {
  listProductIdsIn,
  lockProductsIn,
  unlinkProducts,
} from '../../storage/categories/category-products.ts'
import type { Queries } from '../../storage/engine.ts'
import { updateProduct } from '../../storage/products/products.ts'
import type { World } from '../../world.ts'
import { moveOnShelf } from '../products/shelve-product.ts'

export interface CategoryChoice {
  storeId: string
  categoryId: string
}

/** Products per transaction: other writers wait for it a few hundredths of a second. */
export const PRODUCTS_AT_ONCE = 100

/**
 * Updates the next products of a category that was renamed or deleted: the names that they show, and their places on
 * the shelf. Runs in the caller's transaction; true while there may be more of them. It locks the category before its
 * products, in the same order as an edit of a product, so that the two cannot deadlock.
 */
export async function rewriteCategory(
  tx: Queries,
  world: Pick<World, 'now'>,
  { storeId, categoryId }: CategoryChoice,
): Promise<boolean> {
  const change = await lockCategoryChange(tx, storeId, categoryId)
  if (!change) return false
  const { oldNames, name, reached } = change
  const ids = await listProductIdsIn(tx, storeId, categoryId, reached, PRODUCTS_AT_ONCE)
  const last = ids.at(-1)
  if (last !== undefined) {
    const kept = name === undefined ? [] : [categoryId]
    const products = await lockProductsIn(tx, storeId, categoryId, { after: reached, upTo: last })
    await Promise.all(
      products.map(async (product) => {
        const names: string[] = JSON.parse(product.categories)
        const changed = names.flatMap((each) => (oldNames.includes(each) ? (name ?? []) : each))
        const categories = JSON.stringify(changed)
        await moveOnShelf(tx, product, { ...product, categories }, { before: [categoryId], after: kept })
        if (categories === product.categories) return
        await updateProduct(tx, storeId, product.id, { categories, updated_at: world.now() })
      }),
    )
    if (name === undefined) await unlinkProducts(tx, storeId, categoryId, last)
    else await setReached(tx, storeId, categoryId, last)
  }
  const more = ids.length === PRODUCTS_AT_ONCE
  if (!more) await forgetGivenUp(tx, storeId, categoryId)
  return more
}

/** The remaining work in all stores, each piece a transaction of its own. */
export async function categoryPieces(world: World): Promise<Array<() => Promise<boolean>>> {
  const changing = await listChangingCategories(world.db)
  return changing.map(
    ({ store_id: storeId, id: categoryId }) =>
      () =>
        world.db.transaction((tx) => rewriteCategory(tx, world, { storeId, categoryId })),
  )
}
