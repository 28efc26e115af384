import { openStore } from '../actions/create-store.ts'
import { insertMember } from '../storage/members.ts'
import type { World } from '../world.ts'
import { type Actor, writeAudit } from './audited.ts'

/** A store whose owner is who made it. Its key is generated later, where it can be shown. */
export function createOwnStore(
  world: World,
  actor: Actor,
  name: string,
): Promise<{ store_id: string; slug: string }> {
  return world.db.transaction(async (tx) => {
    const { id, slug } = await openStore(tx, world, { name })
    await insertMember(tx, { store_id: id, person_id: actor.id, role: 'owner', since: world.now() })
    await writeAudit(tx, world, id, actor, { action: 'store.created', subject: name.trim() })
    return { store_id: id, slug }
  })
}
