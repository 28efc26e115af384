import { addCategory } from '../actions/add-category.ts'
import { Refused } from '../actions/refused.ts'
import { listCategories } from '../storage/categories.ts'
import { findStore } from '../storage/stores.ts'
import { idOf } from './arguments.ts'
import { type Command, STORE_OPTION } from './command.ts'

export const categoryAdd: Command = {
  name: 'category add',
  summary: 'Adds a category to a store.',
  options: STORE_OPTION,
  words: ['NAME'],
  async run({ world, option, words: [name = ''] }) {
    const added = await addCategory(world, idOf(option('store')), name)
    return { json: added, text: `Added the category "${name}"` }
  },
}

export const categoryList: Command = {
  name: 'category list',
  summary: 'Lists the categories of a store.',
  options: STORE_OPTION,
  async run({ world, option }) {
    const storeId = idOf(option('store'))
    if (!(await findStore(world.db, storeId))) throw new Refused('There is no store with that id')
    const categories = (await listCategories(world.db, storeId)).map(({ name }) => name)
    return { json: { categories }, text: categories.join('\n') || 'The store has no categories yet' }
  },
}
