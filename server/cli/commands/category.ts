import { addCategory } from '../../actions/categories/add-category.ts'
import { listCategories } from '../../storage/categories/categories.ts'
import { idOf } from '../arguments.ts'
import { type Command, STORE_OPTION } from '../command.ts'
import { knownStore } from '../known-store.ts'

export const categoryAdd: Command = {
  name: 'category add',
  summary: 'Adds a category to a store.',
  options: STORE_OPTION,
  words: ['NAME'],
  async run({ world, required, words: [name = ''] }) {
    const added = await addCategory(world, idOf(required('store')), name)
    return { json: added, text: `Added the category "${name}"` }
  },
}

export const categoryList: Command = {
  name: 'category list',
  summary: 'Lists the categories of a store.',
  options: STORE_OPTION,
  async run({ world, required }) {
    const storeId = await knownStore({ world, required })
    const categories = (await listCategories(world.db, storeId)).map(({ name }) => name)
    return { json: { categories }, text: categories.join('\n') || 'The store has no categories yet' }
  },
}
