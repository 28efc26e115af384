import { createStore } from '../../actions/stores/create-store.ts'
import { storePath } from '../../rules/stores/customer-paths.ts'
import type { Command } from '../command.ts'

export const storeCreate: Command = {
  name: 'store create',
  summary: 'Makes a store and its first API key.',
  options: {
    name: { value: 'NAME', help: 'what the store is called', required: true },
    category: { value: 'CATEGORY', help: 'a category of the store; may be repeated', multiple: true },
  },
  async run({ world, required, options }) {
    const { store_id, api_key, slug } = await createStore(world, {
      name: required('name'),
      categories: options('category'),
    })
    return {
      json: { store_id, api_key },
      text: `Store    ${store_id}
API key  ${api_key}  (shown this once; keep it safe)
Page     ${world.publicUrl}${storePath(slug)}`,
    }
  },
}
