import { DashboardError } from '#contract/dashboard/errors.ts'
import type { POLICY_ROUTES, Policy, PolicyState } from '#contract/dashboard/policies.ts'
import { POLICY_KINDS, type PolicyKind } from '#contract/policies.ts'
import { audited } from '../../../accounts/audited.ts'
import { savePolicy } from '../../../actions/stores/save-policy.ts'
import { policyPath } from '../../../rules/stores/customer-paths.ts'
import { isMissing, isPolicyKind, isShown } from '../../../rules/stores/policies.ts'
import { isoTimeOrNull } from '../../../rules/values/iso-time.ts'
import type { PolicyRow, StoreRow } from '../../../storage/schema.ts'
import { findPolicy, listPolicyTimes } from '../../../storage/stores/policies.ts'
import { findStore } from '../../../storage/stores/stores.ts'
import type { World } from '../../../world.ts'
import type { Handlers } from '../endpoint.ts'
import { unlessChanged } from '../input/unless-changed.ts'

const savedAt = (kept: Pick<PolicyRow, 'saved_at'> | undefined) => isoTimeOrNull(kept?.saved_at ?? null)

function stateOf(world: World, store: StoreRow, kind: PolicyKind, saved_at: string | null): PolicyState {
  const page = isShown(store, kind) ? `${world.publicUrl}${policyPath(store.slug, kind)}` : null
  return { kind, page, saved_at, missing: isMissing(store, kind) }
}

async function storeOf({ db }: World, storeId: string): Promise<StoreRow> {
  const store = await findStore(db, storeId)
  if (!store) throw new DashboardError('store_not_found')
  return store
}

function kindOf(text: string): PolicyKind {
  if (!isPolicyKind(text)) throw new DashboardError('not_found')
  return text
}

async function policyOf(world: World, storeId: string, kind: PolicyKind): Promise<Policy> {
  const [store, kept] = await Promise.all([storeOf(world, storeId), findPolicy(world.db, storeId, kind)])
  return { ...stateOf(world, store, kind, savedAt(kept)), text: kept?.body ?? '' }
}

export const POLICY_HANDLERS: Handlers<keyof typeof POLICY_ROUTES> = {
  async listPolicies({ world, input }) {
    const [store, times] = await Promise.all([
      storeOf(world, input.store),
      listPolicyTimes(world.db, input.store),
    ])
    const policies = POLICY_KINDS.map((kind) =>
      stateOf(world, store, kind, savedAt(times.find((each) => each.kind === kind))),
    )
    return { policies }
  },

  readPolicy({ world, input }) {
    return policyOf(world, input.store, kindOf(input.kind))
  },

  async savePolicy({ world, person, input }) {
    const kind = kindOf(input.kind)
    const note = audited(world, input.store, person, ({ isRemoved }: { isRemoved: boolean }) => ({
      action: isRemoved ? 'policy.removed' : 'policy.saved',
      subject: kind,
    }))
    const allow = (kept: PolicyRow | undefined) =>
      unlessChanged(input.was, { text: kept?.body ?? '', saved_at: savedAt(kept) })
    await savePolicy(world, { storeId: input.store, kind, text: input.text, allow }, note)
    return policyOf(world, input.store, kind)
  },
}
