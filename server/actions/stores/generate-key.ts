import { makeApiKey } from '../../rules/api-key.ts'
import type { ApiKeyRow } from '../../storage/schema.ts'
import { findApiKey, putApiKey } from '../../storage/stores/api-keys.ts'
import { holdStore } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'
import { noSuchStore } from '../refused.ts'

interface Watch {
  /** Gets the present key, which cannot change until the transaction ends; throws to refuse. */
  allow?: (kept: ApiKeyRow | undefined) => void
  note?: Note<void>
}

/** The old key stops working at the commit, on every instance: see limits/known-keys.ts. */
export async function generateKey(
  world: World,
  storeId: string,
  { allow, note }: Watch = {},
): Promise<{ api_key: string }> {
  const key = makeApiKey()
  await world.db.transaction(async (tx) => {
    if (!(await holdStore(tx, storeId))) throw noSuchStore()
    allow?.(await findApiKey(tx, storeId))
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
