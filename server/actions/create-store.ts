import { makeApiKey } from '../rules/api-key.ts'
import { categoryNameProblem, storeNameProblem } from '../rules/names.ts'
import { slugOf } from '../rules/slug.ts'
import { putApiKey } from '../storage/api-keys.ts'
import { insertCategory } from '../storage/categories.ts'
import type { Queries } from '../storage/engine.ts'
import { findStoreBySlug, insertStore } from '../storage/stores.ts'
import type { World } from '../world.ts'
import { apiKeyRow } from './generate-key.ts'
import { Refused } from './refused.ts'

/** A store with its first key, which is shown this once. */
export async function createStore(
  world: World,
  { name, categories = [] }: { name: string; categories?: readonly string[] },
): Promise<{ store_id: string; api_key: string; slug: string }> {
  const problem = storeNameProblem(name) ?? categories.map(categoryNameProblem).find(Boolean)
  if (problem) throw new Refused(problem)
  const id = world.newId()
  const key = makeApiKey()
  const at = world.now()
  const slug = await world.db.transaction(async (tx) => {
    const free = await freeSlug(tx, name, id)
    await insertStore(tx, { id, slug: free, name: name.trim(), created_at: at })
    await putApiKey(tx, apiKeyRow(world, id, key))
    for (const category of new Set(categories)) {
      await insertCategory(tx, { store_id: id, id: world.newId(), name: category, created_at: at })
    }
    return free
  })
  return { store_id: id, api_key: key, slug }
}

async function freeSlug(tx: Queries, name: string, id: string): Promise<string> {
  const slug = slugOf(name)
  return (await findStoreBySlug(tx, slug)) ? `${slug}-${id.slice(0, 8)}` : slug
}
