import type { Queries } from '../storage/engine.ts'
import { isAttemptKept } from '../storage/webhooks/delivery-attempts.ts'
import { findWebhook } from '../storage/webhooks/webhooks.ts'
import type { World } from '../world.ts'
import { onceAvailable } from './once-available.ts'
import { type Ended, type RetryPolicy, settleDelivery } from './settle-delivery.ts'

const MOST_AT_ONCE = 256
/** Well before the lease ends and another process may send the delivery again. */
const WRITE_WITHIN_MS = 2500

interface Waiting {
  ended: Ended
  settled(): void
}

/** Records results, many in one transaction: those that come during a write go into the next one. */
export class WebhookResults {
  readonly #world: World
  readonly #policy: RetryPolicy
  #waiting: Waiting[] = []
  #writing = false

  constructor(world: World, policy: RetryPolicy) {
    this.#world = world
    this.#policy = policy
  }

  /** Resolves when the result is recorded, or cannot be: then its lease ends and the delivery is sent again. */
  add(ended: Ended): Promise<void> {
    return new Promise((settled) => {
      this.#waiting.push({ ended, settled })
      if (this.#writing) return
      this.#writing = true
      setImmediate(() => void this.#writeAll())
    })
  }

  async #writeAll() {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MOST_AT_ONCE)
      await this.#write(batch.map(({ ended }) => ended))
      for (const { settled } of batch) settled()
    }
    this.#writing = false
  }

  async #write(batch: Ended[]) {
    const { db, log } = this.#world
    try {
      let isAgain = false
      await onceAvailable(this.#world, AbortSignal.timeout(WRITE_WITHIN_MS), () =>
        db.transaction(async (tx) => {
          const unkept = isAgain ? await withoutKept(tx, batch) : batch
          isAgain = true
          const byUrl = Map.groupBy(unkept, ({ delivery }) => delivery.webhook_id)
          await Promise.all(Array.from(byUrl.values(), (ofUrl) => this.#settle(tx, ofUrl)))
        }),
      )
    } catch (error) {
      if (!db.dialect.isUnavailable(error) && (await this.#isOfNobody(batch))) return
      if (batch.length === 1 || db.dialect.isUnavailable(error)) {
        log.warn(
          { err: error },
          'The result of a webhook delivery could not be saved, so it may be sent again',
        )
        return
      }
      // A result that cannot be recorded, such as for a URL that was just removed, must not fail the others.
      for (const ended of batch) await this.#write([ended])
    }
  }

  /** Settles a URL's results in the order in which they ended: the last one decides whether the URL is failing. */
  async #settle(tx: Queries, ofUrl: readonly Ended[]) {
    for (const ended of ofUrl) await settleDelivery(tx, this.#world, ended, this.#policy)
  }

  /**
   * True if the URL was removed while its answer was on the way: nothing is left to record, and nothing is sent again.
   */
  async #isOfNobody([first, ...others]: Ended[]): Promise<boolean> {
    if (!first || others.length > 0) return false
    const { store_id, webhook_id } = first.delivery
    try {
      return (await findWebhook(this.#world.db, store_id, webhook_id)) === undefined
    } catch {
      return false
    }
  }
}

/**
 * Leaves out results that are recorded already. A commit may have succeeded although its answer was lost, and its
 * results would count twice.
 */
async function withoutKept(tx: Queries, batch: readonly Ended[]): Promise<readonly Ended[]> {
  const kept = await Promise.all(
    batch.map(({ id, delivery: { store_id, webhook_id, sequence } }) =>
      isAttemptKept(tx, { store_id, webhook_id, sequence, id }),
    ),
  )
  return batch.filter((_, i) => !kept[i])
}
