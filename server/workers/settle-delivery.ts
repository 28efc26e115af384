import { attemptRow, hasSucceeded, resultWords } from '../actions/attempt-row.ts'
import { disableWebhook } from '../actions/set-webhook-enabled.ts'
import { type Message, tellSeller } from '../actions/tell-seller.ts'
import { isOwnFailure } from '../outbound/failure.ts'
import type { Result } from '../outbound/webhook-client.ts'
import { pauseBeforeRetry, retryAfterMs } from '../rules/retry-schedule.ts'
import { type ClaimedDelivery, markDelivered, markSetback, postponeDelivery } from '../storage/deliveries.ts'
import { insertAttempt } from '../storage/delivery-attempts.ts'
import type { Queries } from '../storage/engine.ts'
import { noteFailing, noteWell } from '../storage/webhooks.ts'
import type { World } from '../world.ts'

const PATIENCE_MS = 5 * 86_400_000
const OWN_FAILURE_PAUSE_MS = 1000
const GONE = 410

export interface Ended {
  delivery: ClaimedDelivery
  /** Until when it was claimed. */
  lease: number
  result: Result
}

export interface RetryPolicy {
  schedule: readonly number[]
  /** A number between 0 and 1, different each time. */
  chance(): number
}

/** Writes down what became of an attempt, and what follows from it. */
export async function settleDelivery(tx: Queries, world: World, ended: Ended, policy: RetryPolicy) {
  const { delivery, lease, result } = ended
  const { store_id, webhook_id, sequence } = delivery
  const key = { store_id, webhook_id, sequence }
  if ('failure' in result && isOwnFailure(result.failure))
    return postponeDelivery(tx, { ...key, lease, dueAt: world.now() + OWN_FAILURE_PAUSE_MS })

  const kept = insertAttempt(tx, attemptRow(world, key, result))
  const at = world.now()
  if (!hasSucceeded(result)) return void (await Promise.all([kept, setBack(tx, world, ended, policy)]))
  await Promise.all([
    kept,
    markDelivered(tx, { ...key, at, result: resultWords(result) }),
    delivery.failing_since === null ? undefined : noteWell(tx, store_id, webhook_id),
  ])
}

async function setBack(tx: Queries, world: World, { delivery, lease, result }: Ended, policy: RetryPolicy) {
  const { store_id, webhook_id, sequence, attempts, failing_since } = delivery
  const at = world.now()
  const pause = pauseBeforeRetry(
    { attempts: attempts + 1, retryAfterMs: askedPause(result, at) },
    policy.schedule,
    policy.chance(),
  )
  await markSetback(tx, {
    store_id,
    webhook_id,
    sequence,
    lease,
    at,
    result: resultWords(result),
    status: pause === undefined ? 'failed' : 'pending',
    dueAt: at + (pause ?? 0),
  })
  const reason = reasonToDisable(result, failing_since, at)
  if (!reason) return await noteFailing(tx, store_id, webhook_id, at)
  const disabled = await disableWebhook(tx, { storeId: store_id, webhookId: webhook_id }, reason, at)
  if (disabled) await tellSeller(tx, world, store_id, disabledMessage(world, delivery.url, result, reason))
}

function disabledMessage({ publicUrl }: World, url: string, result: Result, reason: string): Message {
  return {
    kind: 'webhook off',
    subject: 'A webhook URL was switched off',
    content: {
      heading: 'A webhook URL was switched off',
      paragraphs: [
        `Orders are no longer announced to ${url}. ${reason}. The last result: ${resultWords(result)}.`,
        'Once your server answers again, switch the URL on and replay what it missed. No order is lost.',
      ],
      button: { label: 'Open the dashboard', url: `${publicUrl}/dashboard` },
    },
  }
}

const askedPause = (result: Result, at: number) =>
  'status' in result ? retryAfterMs(result.status, result.retryAfter, at) : undefined

function reasonToDisable(result: Result, failingSince: number | null, at: number): string | undefined {
  if ('status' in result && result.status === GONE) return 'The server answered 410 Gone'
  if (failingSince !== null && at - failingSince >= PATIENCE_MS) return 'It failed for 5 days'
  return undefined
}
