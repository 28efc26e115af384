import type { AUDIT_ROUTES } from '#contract/dashboard/audit.ts'
import { isoTime } from '../../../rules/values/iso-time.ts'
import { listAudit } from '../../../storage/accounts/audit.ts'
import type { Handlers } from '../endpoint.ts'
import { pageByAge } from '../lists/page.ts'

export const AUDIT_HANDLERS: Handlers<keyof typeof AUDIT_ROUTES> = {
  async listAudit({ world, input }) {
    const { items, next } = await pageByAge(
      input,
      (after, limit) => listAudit(world.db, input.store, after, limit),
      (line) => line,
    )
    return { items: items.map(({ store_id: _, at, ...line }) => ({ ...line, at: isoTime(at) })), next }
  },
}
