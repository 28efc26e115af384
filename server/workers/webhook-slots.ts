import { type Experience, nextAllowance, SLOW_MS } from '../rules/webhooks/webhook-allowance.ts'
import { type DeliveryLane, PATIENT_LANE, QUICK_LANE } from '../storage/webhooks/delivery-lane.ts'

const LANE_SLOTS: Record<DeliveryLane, number> = { [QUICK_LANE]: 1024, [PATIENT_LANE]: 256 }
const SLOW_SLOTS = 2048
const MOST_REMEMBERED = 20_000

interface Url {
  allowance: number
  underWay: number
}

const UNKNOWN: Readonly<Url> = { allowance: 1, underWay: 0 }

/**
 * Decides how many deliveries may run now. First attempts and retries have separate slots. An attempt that takes longer
 * than half a second gives its slot up and counts as slow instead, so that silent receivers cannot keep the others out.
 * A URL gets more than one slot only by answering.
 */
export class WebhookSlots {
  readonly #taken: Record<DeliveryLane, number> = { [QUICK_LANE]: 0, [PATIENT_LANE]: 0 }
  readonly #urls = new Map<string, Url>()
  readonly #onFree: () => void
  #slow = 0

  /** `onFree` is called when there is room again. */
  constructor(onFree: () => void) {
    this.#onFree = onFree
  }

  free(lane: DeliveryLane): number {
    return LANE_SLOTS[lane] - this.#taken[lane]
  }

  /** How many more may start to a URL now. */
  room(webhookId: string): number {
    const { allowance, underWay } = this.#urls.get(webhookId) ?? UNKNOWN
    return Math.max(0, allowance - underWay)
  }

  /** How many of each URL's due deliveries may start now; earlier URLs are served first. */
  allot(lane: DeliveryLane, due: ReadonlyMap<string, number>): Map<string, number> {
    const allotted = new Map<string, number>()
    let free = this.free(lane)
    for (const [webhookId, count] of due) {
      const most = Math.min(count, this.room(webhookId), free)
      if (most > 0) allotted.set(webhookId, most)
      free -= most
    }
    return allotted
  }

  /** Takes a slot; call the returned function when the attempt has ended. */
  take(lane: DeliveryLane, webhookId: string): (experience: Experience) => void {
    const url = this.#urls.get(webhookId) ?? { ...UNKNOWN }
    this.#urls.set(webhookId, url)
    url.underWay++
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
      if (url.underWay === 0 && (url.allowance === 1 || this.#urls.size > MOST_REMEMBERED))
        this.#urls.delete(webhookId)
      this.#onFree()
    }
  }
}
