import { setImmediate as othersTurn } from 'node:timers/promises'
import { categoryNameProblem } from '../rules/names.ts'
import {
  deleteCategoryRow,
  hasCategoryNamed,
  lockCategory,
  lockProductsInCategory,
  setCategoryName,
} from '../storage/category-products.ts'
import type { Queries } from '../storage/engine.ts'
import { updateProduct } from '../storage/products.ts'
import type { World } from '../world.ts'
import { ifDuplicate } from './if-duplicate.ts'
import { Refused } from './refused.ts'
import { moveOnShelf } from './shelve-product.ts'

interface Choice {
  storeId: string
  categoryId: string
}

/** The category and every product that names it, in one transaction; says how many products that were. */
export async function renameCategory(
  world: World,
  { storeId, categoryId, name }: Choice & { name: string },
): Promise<{ products: number }> {
  const problem = categoryNameProblem(name)
  if (problem) throw new Refused(problem)
  const renaming = world.db.transaction(async (tx) => {
    const category = await lockCategory(tx, storeId, categoryId)
    if (!category) throw noSuchCategory()
    if (category.name === name) return { products: 0 }
    if (await hasCategoryNamed(tx, storeId, name)) throw nameTaken(name)
    await setCategoryName(tx, storeId, categoryId, name)
    const renamed = (names: string[]) => names.map((each) => (each === category.name ? name : each))
    return { products: await rewrite(tx, world, { storeId, categoryId }, renamed, [categoryId]) }
  })
  return renaming.catch(ifDuplicate(world.db, () => nameTaken(name)))
}

/** Its products stay and lose it; says how many those were. */
export async function deleteCategory(
  world: World,
  { storeId, categoryId }: Choice,
): Promise<{ products: number }> {
  return world.db.transaction(async (tx) => {
    const category = await lockCategory(tx, storeId, categoryId)
    if (!category) throw noSuchCategory()
    const without = (names: string[]) => names.filter((each) => each !== category.name)
    const products = await rewrite(tx, world, { storeId, categoryId }, without, [])
    await deleteCategoryRow(tx, storeId, categoryId)
    return { products }
  })
}

/** The products' names of categories, and where each stands on the shelf; `kept` is the category while it is theirs. */
async function rewrite(
  tx: Queries,
  world: World,
  { storeId, categoryId }: Choice,
  change: (names: string[]) => string[],
  kept: string[],
): Promise<number> {
  let count = 0
  for await (const products of lockProductsInCategory(tx, storeId, categoryId)) {
    await Promise.all(
      products.map(async (product) => {
        const categories = JSON.stringify(change(JSON.parse(product.categories)))
        await moveOnShelf(tx, product, { ...product, categories }, { before: [categoryId], after: kept })
        if (categories === product.categories) return
        count++
        await updateProduct(tx, storeId, product.id, { categories, updated_at: world.now() })
      }),
    )
    await othersTurn()
  }
  return count
}

const noSuchCategory = () => new Refused('The store has no such category')

export const nameTaken = (name: string) => new Refused(`The store has a category "${name}" already`)
