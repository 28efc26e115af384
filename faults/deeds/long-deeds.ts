import { crowdedCategory } from '../../harness/shops/crowded-category.ts'
import { renameCategory } from '../../server/actions/categories/change-category.ts'
import { PRODUCTS_AT_ONCE } from '../../server/actions/categories/rewrite-category.ts'
import { deleteStore } from '../../server/actions/stores/delete-store.ts'
import { listCategories } from '../../server/storage/categories/categories.ts'
import { listChangingCategoriesOf } from '../../server/storage/categories/category-changes.ts'
import { listDeletedStores } from '../../server/storage/stores/store-deletion.ts'
import { findStore } from '../../server/storage/stores/stores.ts'
import { doPieces } from '../../server/workers/long-work.ts'
import type { World } from '../../server/world.ts'
import type { Deed, Subject } from './deed.ts'
import { IN_A_TRANSACTION } from './points.ts'

const FEW = 10
/** More than one piece of work, so that a second piece is needed; it is the last. */
const MORE = PRODUCTS_AT_ONCE + FEW

let stores = 0
const crowd = (world: World, products: number) => crowdedCategory(world, ++stores, products, 'Lamps')

const rename = (world: World, { storeId, categoryId = '' }: Pick<Subject, 'storeId' | 'categoryId'>) =>
  renameCategory(world, { storeId, categoryId, name: 'Lights' })

const remove = async (world: World, storeId: string) =>
  deleteStore(world, { storeId, typedName: (await findStore(world.db, storeId))!.name, by: 'Asha' })

/** Deeds that one transaction decides and later transactions carry out, piece by piece. */
export const LONG_DEEDS = {
  'rename a category': {
    points: IN_A_TRANSACTION,
    prepare: (world) => crowd(world, FEW),
    do: rename,
    isDone: async ({ db }, { storeId }) => (await listCategories(db, storeId))[0]?.name === 'Lights',
  },
  'give products the new name of their category': {
    points: IN_A_TRANSACTION,
    async prepare(world) {
      const crowded = await crowd(world, MORE)
      await rename(world, crowded)
      return crowded
    },
    do: (world) => doPieces(world),
    isDone: async ({ db }, { storeId }) => (await listChangingCategoriesOf(db, storeId)).length === 0,
  },
  'delete a store': {
    points: IN_A_TRANSACTION,
    prepare: (world) => crowd(world, FEW),
    do: (world, { storeId }) => remove(world, storeId),
    isDone: async ({ db }, { storeId }) => !(await findStore(db, storeId)),
  },
  'delete what a store had': {
    points: IN_A_TRANSACTION,
    async prepare(world) {
      const crowded = await crowd(world, FEW)
      await remove(world, crowded.storeId)
      return crowded
    },
    do: (world) => doPieces(world),
    isDone: async ({ db }, { storeId }) => !(await listDeletedStores(db)).includes(storeId),
  },
} as const satisfies Record<string, Deed>
