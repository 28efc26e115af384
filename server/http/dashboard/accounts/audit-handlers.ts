import type { AUDIT_ROUTES } from '#contract/dashboard/audit.ts'
import { isoTime } from '../../../rules/values/iso-time.ts'
import { listAudit } from '../../../storage/accounts/audit.ts'
import type { Handlers } from '../endpoint.ts'
import { ageCursor, pageOf, readAgeCursor, readLimit } from '../lists/page.ts'

export const AUDIT_HANDLERS: Handlers<keyof typeof AUDIT_ROUTES> = {
  async listAudit({ world, input }) {
    const limit = readLimit(input.limit)
    const rows = await listAudit(world.db, input.store, readAgeCursor(input.after), limit + 1)
    const { items, next } = pageOf(rows, limit, ageCursor)
    return { items: items.map(({ store_id: _, at, ...line }) => ({ ...line, at: isoTime(at) })), next }
  },
}
