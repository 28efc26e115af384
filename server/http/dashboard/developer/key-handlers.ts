import type { KEY_ROUTES } from '#contract/dashboard/keys.ts'
import { OPERATIONS } from '#contract/operations.ts'
import { audited } from '../../../accounts/audited.ts'
import { generateKey } from '../../../actions/stores/generate-key.ts'
import { MINUTE_MS } from '../../../rules/values/durations.ts'
import { isoTimeOrNull } from '../../../rules/values/iso-time.ts'
import type { ApiKeyRow } from '../../../storage/schema.ts'
import { findApiKey } from '../../../storage/stores/api-keys.ts'
import { listApiUse } from '../../../storage/stores/api-use.ts'
import type { Handlers } from '../endpoint.ts'
import { unlessChanged } from '../input/unless-changed.ts'

const MINUTES = 60

const shownOf = (key: ApiKeyRow | undefined) => ({
  last_four: key?.last_four ?? null,
  created_at: isoTimeOrNull(key?.created_at ?? null),
})

export const KEY_HANDLERS: Handlers<keyof typeof KEY_ROUTES> = {
  async readKey({ door, world, input }) {
    await door.keyUses.flushIfPossible()
    const key = await findApiKey(world.db, input.store)
    return { ...shownOf(key), last_used_at: isoTimeOrNull(key?.last_used_at ?? null) }
  },

  generateKey({ world, person, input: { store, was } }) {
    const note = audited(world, store, person, () => ({ action: 'key.generated', subject: 'API key' }))
    const allow = (kept: ApiKeyRow | undefined) => unlessChanged(was, shownOf(kept))
    return generateKey(world, store, { allow, note })
  },

  async readUse({ door, world, input: { store } }) {
    await door.keyUses.flushIfPossible()
    const last = Math.floor(world.now() / MINUTE_MS)
    const first = last - MINUTES + 1
    const rows = await listApiUse(world.db, store, first)
    const operations = Object.entries(OPERATIONS).map(([operation, { method, path, perMinute }]) => {
      const minutes = Array<number>(MINUTES).fill(0)
      for (const row of rows) {
        if (row.operation === operation && row.minute <= last) minutes[row.minute - first] = row.requests
      }
      return {
        operation,
        method,
        path,
        per_minute: perMinute,
        minutes,
        total: minutes.reduce((sum, each) => sum + each, 0),
        busiest_minute: Math.max(...minutes),
      }
    })
    return { operations }
  },
}
