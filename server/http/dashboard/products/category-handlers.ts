import type { CATEGORY_ROUTES } from '#contract/dashboard/categories.ts'
import { audited } from '../../../accounts/audited.ts'
import { addCategory } from '../../../actions/categories/add-category.ts'
import {
  type CategoryBefore,
  deleteCategory,
  renameCategory,
} from '../../../actions/categories/change-category.ts'
import { listCategories } from '../../../storage/categories/categories.ts'
import { listChangingCategoriesOf } from '../../../storage/categories/category-changes.ts'
import { countProductsByCategory, countProductsIn } from '../../../storage/categories/category-products.ts'
import type { Handlers } from '../endpoint.ts'
import { unlessChanged } from '../input/unless-changed.ts'

export const CATEGORY_HANDLERS: Handlers<keyof typeof CATEGORY_ROUTES> = {
  async listCategories({ world, input: { store } }) {
    const [rows, counts, changing] = await Promise.all([
      listCategories(world.db, store),
      countProductsByCategory(world.db, store),
      listChangingCategoriesOf(world.db, store),
    ])
    const toChange = new Map<string, number>()
    for (const { id, reached } of changing)
      toChange.set(id, await countProductsIn(world.db, store, id, reached))
    const left = (id: string) => toChange.get(id) ?? 0
    return {
      categories: rows.map(({ id, name }) => ({
        id,
        name,
        products: counts.get(id) ?? 0,
        to_rename: left(id),
      })),
      leaving: changing
        .filter(({ given_up_for }) => given_up_for)
        .map(({ id, name }) => ({ name, products: left(id) })),
    }
  },

  addCategory({ world, person, input: { store, name } }) {
    const note = audited(world, store, person, () => ({ action: 'category.added', subject: name }))
    return addCategory(world, store, name, note, 'without case')
  },

  async renameCategory({ world, person, input: { store, category, name, was } }) {
    const note = audited(world, store, person, (before: CategoryBefore) => ({
      action: 'category.renamed',
      subject: before.name,
      detail: name,
    }))
    const allow = (before: string) => unlessChanged(was, { name: before })
    await renameCategory(world, { storeId: store, categoryId: category, name, allow }, note)
    return {}
  },

  async deleteCategory({ world, person, input: { store, category, was } }) {
    const note = audited(world, store, person, ({ name }: CategoryBefore) => ({
      action: 'category.deleted',
      subject: name,
    }))
    const allow = (before: string) => unlessChanged(was && { name: was }, { name: before })
    await deleteCategory(world, { storeId: store, categoryId: category, allow }, note)
    return {}
  },
}
