import type { PolicyKind } from '#contract/policies.ts'
import { policyProblem, policyText } from '../../rules/stores/policies.ts'
import type { PolicyRow } from '../../storage/schema.ts'
import { findPolicy, putPolicy, removePolicy } from '../../storage/stores/policies.ts'
import { holdStore } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'
import { noSuchStore, Refused } from '../refused.ts'

interface Saved {
  storeId: string
  kind: PolicyKind
  /** As it was typed; a blank text removes the policy. */
  text: string
  /** Gets the saved policy, which cannot change until the transaction ends; throws to refuse. */
  allow?: (kept: PolicyRow | undefined) => void
}

/** Saves the seller's text, which the store's pages show from now on. */
export async function savePolicy(
  world: World,
  { storeId, kind, text, allow }: Saved,
  note?: Note<{ isRemoved: boolean }>,
): Promise<void> {
  const body = policyText(text)
  const problem = policyProblem(body)
  if (problem) throw new Refused(problem)
  await world.db.transaction(async (tx) => {
    if (!(await holdStore(tx, storeId))) throw noSuchStore()
    const kept = await findPolicy(tx, storeId, kind)
    allow?.(kept)
    if (body === (kept?.body ?? '')) return
    const isRemoved = body === ''
    if (isRemoved) await removePolicy(tx, storeId, kind)
    else await putPolicy(tx, { store_id: storeId, kind, body, saved_at: world.now() })
    await note?.(tx, { isRemoved })
  })
}
