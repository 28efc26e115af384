import { categoryNameProblem } from '../rules/names.ts'
import {
  deleteCategoryRow,
  hasCategoryNamed,
  lockCategory,
  productsInCategory,
  setCategoryName,
} from '../storage/category-products.ts'
import type { Queries } from '../storage/engine.ts'
import { updateProduct } from '../storage/products.ts'
import type { World } from '../world.ts'
import { Refused } from './refused.ts'
import { reshelveProduct } from './shelve-product.ts'

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
  return world.db.transaction(async (tx) => {
    const category = await lockCategory(tx, storeId, categoryId)
    if (!category) throw noSuchCategory()
    if (category.name === name) return { products: 0 }
    if (await hasCategoryNamed(tx, storeId, name)) {
      throw new Refused(`The store has a category "${name}" already`)
    }
    await setCategoryName(tx, storeId, categoryId, name)
    const renamed = (names: string[]) => names.map((each) => (each === category.name ? name : each))
    return { products: await rewrite(tx, world, { storeId, categoryId }, renamed) }
  })
}

/** Its products stay and lose it; says how many those were. */
export async function deleteCategory(
  world: World,
  { storeId, categoryId }: Choice,
): Promise<{ products: number }> {
  return world.db.transaction(async (tx) => {
    const category = await lockCategory(tx, storeId, categoryId)
    if (!category) throw noSuchCategory()
    const products: string[] = []
    const without = (names: string[]) => names.filter((each) => each !== category.name)
    for await (const { id, categories } of productsInCategory(tx, storeId, categoryId)) {
      await setNames(tx, world, storeId, id, without(JSON.parse(categories)))
      products.push(id)
    }
    await deleteCategoryRow(tx, storeId, categoryId)
    for (const id of products) await reshelveProduct(tx, storeId, id)
    return { products: products.length }
  })
}

async function rewrite(
  tx: Queries,
  world: World,
  { storeId, categoryId }: Choice,
  change: (names: string[]) => string[],
): Promise<number> {
  let products = 0
  for await (const { id, categories } of productsInCategory(tx, storeId, categoryId)) {
    await setNames(tx, world, storeId, id, change(JSON.parse(categories)))
    await reshelveProduct(tx, storeId, id)
    products++
  }
  return products
}

const setNames = (tx: Queries, { now }: World, storeId: string, id: string, names: string[]) =>
  updateProduct(tx, storeId, id, { categories: JSON.stringify(names), updated_at: now() })

const noSuchCategory = () => new Refused('The store has no such category')
