import { categoryNameProblem } from '../../rules/values/names.ts'
import { listCategories } from '../../storage/categories/categories.ts'
import {
  findNameHolder,
  giveUpCategory,
  giveUpName,
  holdCategoryNames,
  lockCategory,
  setCategoryName,
  takeNameBack,
} from '../../storage/categories/category-changes.ts'
import type { Queries } from '../../storage/engine.ts'
import type { World } from '../../world.ts'
import { ifDuplicate } from '../if-duplicate.ts'
import type { Note } from '../note.ts'
import { Refused } from '../refused.ts'
import { type CategoryChoice, rewriteCategory } from './rewrite-category.ts'

/** A category as it was called before the change. */
export interface CategoryBefore {
  name: string
}

interface Guarded extends CategoryChoice {
  /** Throws if a category of this name must not be changed. */
  allow?: (before: string) => void
}

/**
 * From the commit on the category has the new name, and the old one cannot be used. The first products are updated in
 * the same transaction; a worker updates the rest.
 */
export async function renameCategory(
  world: World,
  { name, allow, ...choice }: Guarded & { name: string },
  note?: Note<CategoryBefore>,
): Promise<void> {
  const problem = categoryNameProblem(name)
  if (problem) throw new Refused(problem)
  const { storeId, categoryId } = choice
  const renaming = changing(world, choice, async (tx, category) => {
    const before = category.name
    allow?.(before)
    if (before === name) return
    await refuseAlike(tx, storeId, name, categoryId)
    const holder = await findNameHolder(tx, storeId, name)
    // The category may take back a name that it gave up itself.
    if (holder?.given_up_for === categoryId) await takeNameBack(tx, storeId, holder.id)
    else if (holder) throw nameTaken(name, holder)
    await setCategoryName(tx, storeId, categoryId, name)
    const old = { store_id: storeId, id: world.newId(), name: before, created_at: world.now() }
    await giveUpName(tx, old, categoryId)
    await note?.(tx, category)
  })
  return renaming.catch(ifDuplicate(world.db, () => nameTaken(name)))
}

/** From the commit on the store has no such category. Its products stay and lose it. */
export const deleteCategory = (
  world: World,
  { allow, ...choice }: Guarded,
  note?: Note<CategoryBefore>,
): Promise<void> =>
  changing(world, choice, async (tx, category) => {
    allow?.(category.name)
    await giveUpCategory(tx, choice.storeId, choice.categoryId)
    await note?.(tx, category)
  })

async function changing(
  world: World,
  choice: CategoryChoice,
  decide: (tx: Queries, category: CategoryBefore) => Promise<void>,
): Promise<void> {
  const { storeId, categoryId } = choice
  const more = await world.db.transaction(async (tx) => {
    // First, so that whoever waits for it holds nothing that others wait for.
    await holdCategoryNames(tx, storeId)
    const category = await lockCategory(tx, storeId, categoryId)
    if (!category) throw new Refused('The store has no such category')
    await decide(tx, category)
    return await rewriteCategory(tx, world, choice)
  })
  if (more) world.signals.raise('long work')
}

/**
 * Throws if a category other than `own` has this name, in whatever case: customers would take the two for one. The
 * names must be held.
 */
export async function refuseAlike(tx: Queries, storeId: string, name: string, own?: string): Promise<void> {
  const wanted = name.toLowerCase()
  const alike = (await listCategories(tx, storeId)).find(
    (each) => each.id !== own && each.name.toLowerCase() === wanted,
  )
  if (alike) throw nameTaken(alike.name)
}

type Holder = Awaited<ReturnType<typeof findNameHolder>>

export const nameTaken = (name: string, holder?: Holder) =>
  new Refused(
    holder?.given_up_for
      ? `The name "${name}" is still being taken from the store's products. Try again in a moment.`
      : `The store has a category "${name}" already`,
  )
