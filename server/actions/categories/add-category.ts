import { MOST_CATEGORIES } from '#contract/dashboard/categories.ts'
import { categoryNameProblem } from '../../rules/values/names.ts'
import { hasTooManyCategories, insertCategory } from '../../storage/categories/categories.ts'
import { findNameHolder, holdCategoryNames } from '../../storage/categories/category-changes.ts'
import { findStore, holdStore } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'
import { noSuchStore, Refused } from '../refused.ts'
import { nameTaken, refuseAlike } from './change-category.ts'

/** The API tells names apart by case too, so a command may add such a name; the dashboard does not let a seller. */
export async function addCategory(
  world: World,
  storeId: string,
  name: string,
  note?: Note<void>,
  compared: 'exactly' | 'without case' = 'exactly',
): Promise<{ category_id: string }> {
  const problem = categoryNameProblem(name)
  if (problem) throw new Refused(problem)
  const id = world.newId()
  await world.db.transaction(async (tx) => {
    if (!(await findStore(tx, storeId))) throw noSuchStore()
    if (compared === 'without case') {
      await holdCategoryNames(tx, storeId)
      await refuseAlike(tx, storeId, name)
    }
    const added = await insertCategory(tx, { store_id: storeId, id, name, created_at: world.now() })
    if (!added) throw nameTaken(name, await findNameHolder(tx, storeId, name))
    // Locks the store, so that concurrent additions count one another. Not earlier: an insert that waits for a name
    // must not hold up the store's orders.
    if (!(await holdStore(tx, storeId))) throw noSuchStore()
    if (await hasTooManyCategories(tx, storeId))
      throw new Refused(`A store can have at most ${MOST_CATEGORIES.toLocaleString('en-IN')} categories`)
    await note?.(tx)
  })
  return { category_id: id }
}
