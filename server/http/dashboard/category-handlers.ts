import { audited } from '../../accounts/audited.ts'
import { addCategory } from '../../actions/add-category.ts'
import { deleteCategory, renameCategory } from '../../actions/change-category.ts'
import { listCategories } from '../../storage/categories.ts'
import { countProductsByCategory } from '../../storage/category-products.ts'
import type { Queries } from '../../storage/engine.ts'
import type { Handlers } from './endpoint.ts'
import { unlessChanged } from './unless-changed.ts'

/** For the log: what the category is called before the change. */
const nameOf = async (db: Queries, storeId: string, id: string) =>
  (await listCategories(db, storeId)).find((category) => category.id === id)?.name ?? id

export const CATEGORY_HANDLERS: Handlers<
  'listCategories' | 'addCategory' | 'renameCategory' | 'deleteCategory'
> = {
  async listCategories({ world, input: { store } }) {
    const [rows, counts] = await Promise.all([
      listCategories(world.db, store),
      countProductsByCategory(world.db, store),
    ])
    return { categories: rows.map(({ id, name }) => ({ id, name, products: counts.get(id) ?? 0 })) }
  },

  addCategory({ world, person, input: { store, name } }) {
    const noted = audited(world, store, person, { action: 'category.added', subject: name })
    return addCategory(noted, store, name)
  },

  async renameCategory({ world, person, input: { store, category, name, was } }) {
    const subject = await nameOf(world.db, store, category)
    unlessChanged(was, { name: subject })
    const noted = audited(world, store, person, { action: 'category.renamed', subject, detail: name })
    return renameCategory(noted, { storeId: store, categoryId: category, name })
  },

  async deleteCategory({ world, person, input: { store, category } }) {
    const subject = await nameOf(world.db, store, category)
    const noted = audited(world, store, person, { action: 'category.deleted', subject })
    return deleteCategory(noted, { storeId: store, categoryId: category })
  },
}
