import { SETTABLE_STATUSES, type SettableStatus } from '#contract/order-status.ts'
import { hasInvalidCharacters } from '../values/characters.ts'
import { isHttpsUrl } from '../values/web-url.ts'

interface StatusInput {
  status: SettableStatus
  tracking_url?: string | null
}

const SAY = {
  missing: 'Status is required',
  type: 'status must be a string',
  characters: 'status contains invalid characters',
  value: `Status must be one of: ${SETTABLE_STATUSES.join(', ')}`,
  trackingCharacters: 'tracking_url contains invalid characters',
  tracking: 'tracking_url must be a valid HTTPS URL',
}

/** Every sentence that the check can answer with, for the documentation. */
export const STATUS_SENTENCES: readonly string[] = Object.values(SAY)

/** A missing status is "required"; otherwise checks as for any field: type, characters, then the value. */
export function checkStatusBody(body: Record<string, unknown>): { value: StatusInput } | { problem: string } {
  const { status, tracking_url } = body
  if (status === undefined) return { problem: SAY.missing }
  if (typeof status !== 'string') return { problem: SAY.type }
  if (hasInvalidCharacters(status)) return { problem: SAY.characters }
  const settable = SETTABLE_STATUSES.find((each) => each === status)
  if (!settable) return { problem: SAY.value }

  if (tracking_url === undefined) return { value: { status: settable } }
  if (tracking_url === null) return { value: { status: settable, tracking_url } }
  if (typeof tracking_url === 'string' && hasInvalidCharacters(tracking_url)) {
    return { problem: SAY.trackingCharacters }
  }
  if (typeof tracking_url !== 'string' || !isHttpsUrl(tracking_url)) return { problem: SAY.tracking }
  return { value: { status: settable, tracking_url } }
}
