import type { Result } from '../../outbound/webhook-client.ts'
import { isSuccess } from '../../rules/webhooks/is-success.ts'
import type { DeliveryKey } from '../../storage/webhooks/deliveries.ts'
import type { DeliveryAttemptRow } from '../../storage/webhooks/webhook-rows.ts'
import type { World } from '../../world.ts'

/** The record of an attempt that ended now. */
export function attemptRow({ now, newId }: World, key: DeliveryKey, result: Result): DeliveryAttemptRow {
  const { store_id, webhook_id, sequence } = key
  const answered = 'status' in result
  return {
    store_id,
    webhook_id,
    sequence,
    id: newId(),
    at: now() - result.durationMs,
    duration_ms: result.durationMs,
    status: answered ? result.status : null,
    failure: answered ? null : result.failure.reason,
    answer: answered ? result.answer : null,
  }
}

/** The outcome in a few words. */
export const resultWords = (result: Result): string =>
  'status' in result ? `Status ${result.status}` : result.failure.reason

export const hasSucceeded = (result: Result): boolean => 'status' in result && isSuccess(result.status)
