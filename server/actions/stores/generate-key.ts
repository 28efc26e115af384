import { makeApiKey } from '../../rules/api-key.ts'
import { putApiKey } from '../../storage/stores/api-keys.ts'
import { shareStore } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'
import { noSuchStore } from '../refused.ts'

/** The old key is dead at the commit, on every instance: see limits/known-keys.ts. */
export async function generateKey(
  world: World,
  storeId: string,
  note?: Note<void>,
): Promise<{ api_key: string }> {
  const key = makeApiKey()
  await world.db.transaction(async (tx) => {
    if (!(await shareStore(tx, storeId))) throw noSuchStore()
    await putApiKey(tx, apiKeyRow(world, storeId, key))
    await note?.(tx)
  })
  return { api_key: key }
}

export const apiKeyRow = (world: World, storeId: string, key: string) => ({
  store_id: storeId,
  key_hash: world.vault.hashApiKey(key),
  last_four: key.slice(-4),
  created_at: world.now(),
})
