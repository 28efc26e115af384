import type { Result } from '../../outbound/webhook-client.ts'
import { isSuccess } from '../../rules/webhooks/is-success.ts'
import type { DeliveryKey } from '../../storage/webhooks/deliveries.ts'
import type { DeliveryAttemptRow } from '../../storage/webhooks/webhook-rows.ts'
import type { SignedPosting } from './webhook-posting.ts'

/** What was sent, and what became of it. */
export interface Tried {
  posting: Pick<SignedPosting, 'at'>
  result: Result
}

/** The record of an attempt. */
export function attemptRow(id: string, key: DeliveryKey, { posting, result }: Tried): DeliveryAttemptRow {
  const { store_id, webhook_id, sequence } = key
  const answered = 'status' in result
  return {
    store_id,
    webhook_id,
    sequence,
    id,
    at: posting.at,
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
