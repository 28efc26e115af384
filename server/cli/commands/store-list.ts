import { storePath } from '../../rules/stores/customer-paths.ts'
import { isoTime } from '../../rules/values/iso-time.ts'
import { listStores } from '../../storage/stores/list-stores.ts'
import type { Command } from '../command.ts'
import { printable } from '../printable.ts'

export const storeList: Command = {
  name: 'store list',
  summary: 'Lists all stores with their ids, oldest first.',
  options: {},
  async run({ world }) {
    const stores = (await listStores(world.db)).map(({ id, slug, name, created_at }) => ({
      store_id: id,
      name,
      page: `${world.publicUrl}${storePath(slug)}`,
      created_at: isoTime(created_at),
    }))
    const lines = stores.map(({ store_id, name, page }) => `${store_id}  ${page}  ${name}`)
    return { json: { stores }, text: printable(lines.join('\n')) || 'There are no stores yet' }
  },
}
