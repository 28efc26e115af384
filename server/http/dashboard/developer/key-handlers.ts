import type { KEY_ROUTES } from '#contract/dashboard/keys.ts'
import { OPERATIONS } from '#contract/operations.ts'
import { audited } from '../../../accounts/audited.ts'
import { generateKey } from '../../../actions/stores/generate-key.ts'
import { MINUTE_MS } from '../../../rules/values/durations.ts'
import { isoTimeOrNull } from '../../../rules/values/iso-time.ts'
import { findApiKey } from '../../../storage/stores/api-keys.ts'
import { listApiUse } from '../../../storage/stores/api-use.ts'
import type { Handlers } from '../endpoint.ts'

const MINUTES = 60

export const KEY_HANDLERS: Handlers<keyof typeof KEY_ROUTES> = {
  async readKey({ door, world, input }) {
    await door.keyUses.flush()
    const key = await findApiKey(world.db, input.store)
    return {
      last_four: key?.last_four ?? null,
      created_at: isoTimeOrNull(key?.created_at ?? null),
      last_used_at: isoTimeOrNull(key?.last_used_at ?? null),
    }
  },

  generateKey({ world, person, input: { store } }) {
    const note = audited(world, store, person, () => ({ action: 'key.generated', subject: 'API key' }))
    return generateKey(world, store, note)
  },

  async readUse({ door, world, input: { store } }) {
    await door.keyUses.flush()
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
