import { isClockBelieved } from '../actions/believe-clock.ts'
import { attemptRow, hasSucceeded, resultWords, type Tried } from '../actions/webhooks/attempt-row.ts'
import { failedTooLong, giveUpWebhook } from '../actions/webhooks/give-up-webhook.ts'
import type { Grounds } from '../actions/webhooks/set-webhook-enabled.ts'
import { isOwnFailure } from '../outbound/failure.ts'
import type { Result } from '../outbound/webhook-client.ts'
import { nextAttempt, PATIENCE_MS, retryAfterMs } from '../rules/webhooks/retry-schedule.ts'
import type { Queries } from '../storage/engine.ts'
import { markDelivered, markSetback, postponeDelivery } from '../storage/webhooks/deliveries.ts'
import { insertAttempt } from '../storage/webhooks/delivery-attempts.ts'
import type { ClaimedDelivery } from '../storage/webhooks/due-deliveries.ts'
import { noteFailing, noteWorking } from '../storage/webhooks/webhooks.ts'
import type { World } from '../world.ts'

const OWN_FAILURE_PAUSE_MS = 1000
const GONE = 410

export interface Ended extends Tried {
  /** The id of the attempt. */
  id: string
  delivery: ClaimedDelivery
  /** The end of the claim on the delivery. */
  lease: number
}

export interface RetryPolicy {
  schedule: readonly number[]
  /** A number between 0 and 1, different each time. */
  chance(): number
}

/** Records the outcome of an attempt, and what follows from it. */
export async function settleDelivery(tx: Queries, world: World, ended: Ended, policy: RetryPolicy) {
  const { delivery, lease, result } = ended
  const { store_id, webhook_id, sequence } = delivery
  const key = { store_id, webhook_id, sequence }
  if ('failure' in result && isOwnFailure(result.failure))
    return postponeDelivery(tx, { ...key, lease, dueAt: world.now() + OWN_FAILURE_PAUSE_MS })

  const kept = insertAttempt(tx, attemptRow(ended.id, key, ended))
  const at = world.now()
  if (!hasSucceeded(result)) return void (await Promise.all([kept, setBack(tx, world, ended, policy)]))
  await Promise.all([
    kept,
    markDelivered(tx, { ...key, at, result: resultWords(result) }),
    // Done whatever the claimed row says: another delivery to the URL may have failed since it was read.
    noteWorking(tx, store_id, webhook_id),
  ])
}

async function setBack(tx: Queries, world: World, { delivery, lease, result }: Ended, policy: RetryPolicy) {
  const { store_id, webhook_id, sequence, step, planned_at, failing_since, url } = delivery
  const now = world.now()
  const next = nextAttempt(
    { now, step, plannedAt: planned_at, retryAfterMs: askedPause(result, now) },
    policy.schedule,
    policy.chance(),
  )
  await markSetback(tx, {
    store_id,
    webhook_id,
    sequence,
    lease,
    at: now,
    result: resultWords(result),
    status: next ? 'pending' : 'failed',
    due_at: next?.dueAt ?? now,
    step: next?.step ?? step,
    planned_at: next?.plannedAt ?? null,
  })
  const webhook = { storeId: store_id, webhookId: webhook_id, url }
  const grounds = await groundsToGiveUp(tx, world, result, failing_since)
  if (grounds && (await giveUpWebhook(tx, world, webhook, grounds, result))) return
  await noteFailing(tx, store_id, webhook_id, now)
}

const askedPause = (result: Result, at: number) =>
  'status' in result ? retryAfterMs(result.status, result.retryAfter, at) : undefined

async function groundsToGiveUp(
  tx: Queries,
  world: World,
  result: Result,
  failingSince: number | null,
): Promise<Grounds | undefined> {
  if ('status' in result && result.status === GONE) return { reason: 'The server answered 410 Gone' }
  if (failingSince === null || world.now() - failingSince < PATIENCE_MS) return undefined
  return (await isClockBelieved(world, tx, PATIENCE_MS)) ? failedTooLong(failingSince) : undefined
}
