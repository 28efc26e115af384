import { SETTABLE_STATUSES, type SettableStatus } from '#contract/order-status.ts'
import { hasInvalidCharacters, isLongerThan } from './characters.ts'

const MOST_URL_CHARACTERS = 2048

export interface StatusInput {
  status: SettableStatus
  tracking_url?: string | null
}

/** Absent is "required"; what is there is judged as any other field: type, characters, then the value. */
export function checkStatusBody(body: Record<string, unknown>): { value: StatusInput } | { problem: string } {
  const { status, tracking_url } = body
  if (status === undefined) return { problem: 'Status is required' }
  if (typeof status !== 'string') return { problem: 'status must be a string' }
  if (hasInvalidCharacters(status)) return { problem: 'status contains invalid characters' }
  const settable = SETTABLE_STATUSES.find((each) => each === status)
  if (!settable) return { problem: `Status must be one of: ${SETTABLE_STATUSES.join(', ')}` }

  if (tracking_url === undefined) return { value: { status: settable } }
  if (tracking_url === null) return { value: { status: settable, tracking_url } }
  if (typeof tracking_url === 'string' && hasInvalidCharacters(tracking_url)) {
    return { problem: 'tracking_url contains invalid characters' }
  }
  if (!isTrackingUrl(tracking_url)) return { problem: 'tracking_url must be a valid HTTPS URL' }
  return { value: { status: settable, tracking_url } }
}

function isTrackingUrl(value: unknown): value is string {
  if (typeof value !== 'string' || isLongerThan(value, MOST_URL_CHARACTERS)) return false
  return /^https:\/\/[^\s\p{Cc}]+$/iu.test(value) && URL.canParse(value)
}
