import { addCategory } from '../../server/actions/categories/add-category.ts'
import { seedStore } from '../../server/actions/stores/seed-store.ts'
import { CATEGORY, EVERYTHING, WORD } from '../../server/rules/products/shelf.ts'
import type { World } from '../../server/world.ts'

/** A store whose products are all in one category. SQL puts them there, which is quicker than edits. */
export async function crowdedCategory(world: World, n: number, products: number, name: string) {
  const { store_id: storeId, api_key, product_ids: productIds } = await seedStore(world, n, products, 0)
  const { category_id: categoryId } = await addCategory(world, storeId, name)
  // Runs like a migration, so that no statement timeout applies.
  await world.db.migrating(async (run) => {
    await run(`insert into product_categories (store_id, product_id, category_id)
    select store_id, id, '${categoryId}' from products where store_id = '${storeId}'`)
    for (const heading of [CATEGORY + categoryId, WORD + name.toLowerCase()]) {
      await run(`insert into shelf (store_id, product_id, heading, place)
      select store_id, product_id, '${heading}', place from shelf where store_id = '${storeId}' and heading = '${EVERYTHING}'`)
    }
    await run(`update products set categories = '["${name}"]' where store_id = '${storeId}'`)
  })
  return { storeId, api_key, productIds, categoryId }
}
