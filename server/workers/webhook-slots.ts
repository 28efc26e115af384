import { type Experience, nextAllowance, SLOW_MS } from '../rules/webhook-allowance.ts'
import type { DeliveryKey } from '../storage/deliveries.ts'
import type { Flag } from '../storage/flag.ts'

const LANE_SLOTS: Record<Flag, number> = { 0: 1024, 1: 256 }
const SLOW_SLOTS = 2048
const MOST_REMEMBERED = 20_000

interface Url {
  allowance: number
  underWay: number
}

/**
 * Who may be sent to now. First attempts and retries have slots of their own; an attempt that has not ended after half a
 * second gives its slot up and waits on among the slow ones, so that silent receivers cannot keep the others out; and a
 * URL gets more than one slot only by answering.
 */
export class WebhookSlots {
  readonly #taken: Record<Flag, number> = { 0: 0, 1: 0 }
  readonly #urls = new Map<string, Url>()
  readonly #busy = new Set<string>()
  readonly #onFree: () => void
  #slow = 0

  /** `onFree` is called when there is room again. */
  constructor(onFree: () => void) {
    this.#onFree = onFree
  }

  free(lane: Flag): number {
    return LANE_SLOTS[lane] - this.#taken[lane]
  }

  /** The webhooks that have as much under way as they may. */
  busy(): string[] {
    return [...this.#busy]
  }

  /** Those of the due deliveries that may start now. */
  choose<Key extends DeliveryKey>(lane: Flag, due: readonly Key[]): Key[] {
    const more = new Map<string, number>()
    return due
      .filter(({ webhook_id }) => {
        const { allowance, underWay } = this.#urls.get(webhook_id) ?? { allowance: 1, underWay: 0 }
        const chosen = more.get(webhook_id) ?? 0
        if (underWay + chosen >= allowance) return false
        more.set(webhook_id, chosen + 1)
        return true
      })
      .slice(0, this.free(lane))
  }

  /** Takes a slot; call what comes back when the attempt has ended. */
  take(lane: Flag, webhookId: string): (experience: Experience) => void {
    const url = this.#urls.get(webhookId) ?? { allowance: 1, underWay: 0 }
    this.#urls.set(webhookId, url)
    url.underWay++
    if (url.underWay >= url.allowance) this.#busy.add(webhookId)
    this.#taken[lane]++
    let slow = false
    const timer = setTimeout(() => {
      if (this.#slow >= SLOW_SLOTS) return
      slow = true
      this.#slow++
      this.#taken[lane]--
      this.#onFree()
    }, SLOW_MS)
    return (experience) => {
      clearTimeout(timer)
      if (slow) this.#slow--
      else this.#taken[lane]--
      url.underWay--
      url.allowance = nextAllowance(url.allowance, experience)
      if (url.underWay < url.allowance) this.#busy.delete(webhookId)
      if (url.underWay === 0 && (url.allowance === 1 || this.#urls.size > MOST_REMEMBERED))
        this.#urls.delete(webhookId)
      this.#onFree()
    }
  }
}
