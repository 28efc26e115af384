import { hasSucceeded } from '../actions/webhooks/attempt-row.ts'
import { webhookPosting } from '../actions/webhooks/webhook-posting.ts'
import { OutageLog } from '../outage-log.ts'
import { isOwnFailure } from '../outbound/failure.ts'
import { DELIVERY_LEASE_MS } from '../rules/webhooks/retry-schedule.ts'
import { type DeliveryLane, LANES, PATIENT_LANE, QUICK_LANE } from '../storage/webhooks/delivery-lane.ts'
import { type ClaimedDelivery, claimDue, findDueUrls } from '../storage/webhooks/due-deliveries.ts'
import { failIfOff } from '../storage/webhooks/given-up-webhooks.ts'
import type { World } from '../world.ts'
import { type Loop, startLoop } from './loop.ts'
import type { RetryPolicy } from './settle-delivery.ts'
import { WebhookResults } from './webhook-results.ts'
import { WebhookSlots } from './webhook-slots.ts'

const LOOK_EVERY_MS = 500
/**
 * After a search without a result, as when all due deliveries are for busy URLs, it pauses this many times as long as
 * the search took.
 */
const REST = 4

const OUR_FAILURE = {
  level: 'warn',
  begins: 'This machine or its DNS resolver is failing, so webhooks wait: each is tried again after a second',
  ends: 'For ten seconds no webhook has waited for this machine or its DNS',
} as const

/** Delivers what is due until it is disposed of, which waits for the running attempts. */
export class WebhookWorker implements AsyncDisposable {
  readonly #world: World
  readonly #slots = new WebhookSlots(() => this.#loop.wake())
  readonly #results: WebhookResults
  readonly #ourFailures: OutageLog
  readonly #underWay = new Set<Promise<void>>()
  readonly #restUntil: Record<DeliveryLane, number> = { [QUICK_LANE]: 0, [PATIENT_LANE]: 0 }
  #afterRest: NodeJS.Timeout | undefined
  readonly #loop: Loop
  readonly #signal: Disposable

  constructor(world: World, schedule: readonly number[], chance: () => number = Math.random) {
    this.#world = world
    this.#ourFailures = new OutageLog(world.log, OUR_FAILURE)
    const policy: RetryPolicy = { schedule, chance }
    this.#results = new WebhookResults(world, policy)
    this.#loop = startLoop({
      name: 'webhooks',
      everyMs: LOOK_EVERY_MS,
      log: world.log,
      work: (stopping) => this.#round(stopping),
    })
    this.#signal = world.signals.on('deliveries', () => this.#loop.wake())
  }

  async [Symbol.asyncDispose]() {
    clearTimeout(this.#afterRest)
    this.#signal[Symbol.dispose]()
    await this.#loop[Symbol.asyncDispose]()
    await Promise.all(this.#underWay)
  }

  async #round(stopping: AbortSignal): Promise<boolean> {
    let more = false
    for (const lane of LANES) {
      if (!stopping.aborted && (await this.#startDue(lane))) more = true
    }
    return more
  }

  /** True when there may be more to start. */
  async #startDue(lane: DeliveryLane): Promise<boolean> {
    const { db, now, wasSetAhead } = this.#world
    const began = performance.now()
    if (this.#slots.free(lane) === 0 || this.#isResting(lane, began)) return false
    const room = (webhookId: string) => this.#slots.room(webhookId)
    const { urls: due, more } = await findDueUrls(db, { lane, now: now() }, room)
    if (due.size === 0) return false
    const urls = this.#slots.allot(lane, due)
    const at = now()
    const lease = at + DELIVERY_LEASE_MS
    if (wasSetAhead(DELIVERY_LEASE_MS)) return false
    const claimed =
      urls.size > 0 ? await db.transaction((tx) => claimDue(tx, { lane, now: at, lease, urls })) : []
    for (const delivery of claimed) this.#start(lane, delivery, lease)
    const ended = performance.now()
    if (claimed.length === 0) this.#restUntil[lane] = ended + REST * (ended - began)
    return more && claimed.length > 0
  }

  /** True during such a pause; then the loop is woken at its end. */
  #isResting(lane: DeliveryLane, at: number): boolean {
    const leftMs = this.#restUntil[lane] - at
    if (leftMs <= 0) return false
    this.#afterRest ??= setTimeout(() => {
      this.#afterRest = undefined
      this.#loop.wake()
    }, leftMs).unref()
    return true
  }

  #start(lane: DeliveryLane, delivery: ClaimedDelivery, lease: number) {
    const done = this.#deliver(lane, delivery, lease)
      .catch((error: unknown) =>
        this.#world.log.error(
          { err: error },
          'A webhook delivery failed unexpectedly, and will be tried again',
        ),
      )
      .finally(() => this.#underWay.delete(done))
    this.#underWay.add(done)
  }

  async #deliver(lane: DeliveryLane, delivery: ClaimedDelivery, lease: number) {
    const { store_id, webhook_id, enabled, event_id: id, sequence, payload: body, traceparent } = delivery
    if (!enabled) {
      const failure = { store_id, webhook_id, sequence, last_result: 'The URL is off' }
      return await failIfOff(this.#world.db, failure)
    }
    const end = this.#slots.take(lane, webhook_id)
    let experience = { succeeded: false, durationMs: 0 }
    try {
      const posting = webhookPosting(this.#world, delivery, { id, sequence, body, traceparent })
      const result = await this.#world.receivers.post(posting)
      experience = { succeeded: hasSucceeded(result), durationMs: result.durationMs }
      if ('failure' in result && isOwnFailure(result.failure))
        this.#ourFailures.note({ reason: result.failure.reason })
      await this.#results.add({ id: this.#world.newId(), delivery, lease, posting, result })
    } finally {
      end(experience)
    }
  }
}
