import { makeApiKey } from '../../rules/api-key.ts'
import { categoryNameProblem, storeNameProblem } from '../../rules/values/names.ts'
import { slugOf } from '../../rules/values/slug.ts'
import { insertCategory } from '../../storage/categories/categories.ts'
import type { Queries } from '../../storage/engine.ts'
import { putApiKey } from '../../storage/stores/api-keys.ts'
import { findFormerHolder } from '../../storage/stores/former-addresses.ts'
import { insertStore, updateStore } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'
import { Refused } from '../refused.ts'
import { apiKeyRow } from './generate-key.ts'

interface NewStore {
  name: string
  categories?: readonly string[]
  /** Derived from the name if it is not given. */
  slug?: string | undefined
}

/** Creates a store with its first key, which is shown only this once. */
export async function createStore(
  world: World,
  input: NewStore,
): Promise<{ store_id: string; api_key: string; slug: string }> {
  const key = makeApiKey()
  const { id, slug } = await world.db.transaction(async (tx) => {
    const store = await openStore(tx, world, input)
    await putApiKey(tx, apiKeyRow(world, store.id, key))
    return store
  })
  return { store_id: id, api_key: key, slug }
}

/** Creates a store without a key, in the transaction that says who owns it. */
export async function openStore(
  tx: Queries,
  world: World,
  { name, categories = [], slug: wished }: NewStore,
): Promise<{ id: string; slug: string }> {
  const problem = storeNameProblem(name) ?? categories.map(categoryNameProblem).find(Boolean)
  if (problem) throw new Refused(problem)
  const id = world.newId()
  const at = world.now()
  const slug = await insertUnderFreeSlug(
    tx,
    { id, name: name.trim(), created_at: at },
    wished ?? slugOf(name),
  )
  for (const category of categories) {
    await insertCategory(tx, { store_id: id, id: world.newId(), name: category, created_at: at })
  }
  return { id, slug }
}

async function insertUnderFreeSlug(
  tx: Queries,
  store: Omit<Parameters<typeof insertStore>[1], 'slug'>,
  slug: string,
) {
  const longer = `${slug}-${store.id.slice(0, 8)}`
  if (!(await insertStore(tx, { ...store, slug }))) {
    await insertStore(tx, { ...store, slug: longer })
    return longer
  }
  // Checked after the insert, when no other store can take the address: a store that gave it up a moment ago may have
  // kept it as a former one.
  if (!(await findFormerHolder(tx, slug))) return slug
  await updateStore(tx, store.id, { slug: longer })
  return longer
}
