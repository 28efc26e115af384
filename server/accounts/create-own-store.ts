import { wrongField } from '#contract/dashboard/errors.ts'
import { addressIn } from '#contract/store-address.ts'
import { Refused } from '../actions/refused.ts'
import { slugTaken } from '../actions/stores/address.ts'
import { openStore } from '../actions/stores/create-store.ts'
import { storeNameProblem } from '../rules/values/names.ts'
import { slugProblem } from '../rules/values/slug.ts'
import { countStoresOwned, insertMember } from '../storage/accounts/members.ts'
import { lockPerson } from '../storage/accounts/people.ts'
import type { Queries } from '../storage/engine.ts'
import { findStoreOfAttempt, keepStoreAttempt } from '../storage/stores/store-attempts.ts'
import type { World } from '../world.ts'
import { type Actor, writeAudit } from './audited.ts'

/** More than a seller needs, and too few for someone who hoards store addresses. */
const MOST_STORES_OWNED = 20

interface OwnStore {
  name: string
  slug?: string | undefined
  /** Identifies the form: a form that is sent again within a day opens nothing twice. */
  attempt?: string | undefined
}

/** Opens a store for its maker, who becomes its owner. Its key is generated later, where it can be shown. */
export function createOwnStore(
  world: World,
  actor: Actor,
  { name, slug: wished, attempt }: OwnStore,
): Promise<{ store_id: string; slug: string }> {
  const wrongName = storeNameProblem(name)
  if (wrongName) throw wrongField('name', wrongName)
  const wrongSlug = wished === undefined && addressIn(name) ? undefined : slugProblem(wished ?? '')
  if (wrongSlug) throw wrongField('slug', wrongSlug)
  return world.db.transaction(async (tx) => {
    // Concurrent requests of one person take turns.
    await lockPerson(tx, actor.id)
    const before = attempt && (await findStoreOfAttempt(tx, actor.id, attempt))
    if (before) return before
    await refuseTooMany(tx, actor)
    const { id, slug } = await openStore(tx, world, { name, slug: wished })
    // Checked only after the insert: on PostgreSQL two concurrent requests for one address do not see each other's row.
    if (wished !== undefined && slug !== wished) throw slugTaken()
    await insertMember(tx, { store_id: id, person_id: actor.id, role: 'owner', since: world.now() })
    if (attempt) await keepStoreAttempt(tx, { storeId: id, personId: actor.id, attempt, at: world.now() })
    await writeAudit(tx, world, id, actor, { action: 'store.created', subject: name.trim() })
    return { store_id: id, slug }
  })
}

async function refuseTooMany(tx: Queries, { id }: Actor) {
  if ((await countStoresOwned(tx, id)) < MOST_STORES_OWNED) return
  throw new Refused(
    `You own ${MOST_STORES_OWNED} stores, the most that one person can open. Delete one that you no longer need first.`,
  )
}
