import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { OPERATIONS } from '#contract/operations.ts'

const PATH = '/api/orders/00000000-0000-4000-8000-000000000000'
const EVERY_MS = 20
/** The requests that pass in a minute. */
export const LIMIT = OPERATIONS.read_order.perMinute
/** Enough requests to reach the limit, even if some get no answer. */
const FAR_BEYOND = 3 * LIMIT
/** 404: admitted, as the order does not exist. 429: beyond the limit. 503: during a fault. */
const EXPECTED = [404, 429, 503]

/** Calls one operation of one store through all instances, far beyond its limit, and checks that the limit holds. */
export class LimitWatch {
  readonly #urls: () => string[]
  readonly #key: string
  /** The remaining counts of admitted requests, by the end of their window. */
  readonly #windows = new Map<string, number[]>()
  #stopped = false
  #asked = 0
  /** The numbers of all answers, of admitted requests, and of requests beyond the limit. */
  counted = 0
  admitted = 0
  refused = 0
  readonly #strange = new Set<number>()

  constructor(urls: () => string[], key: string) {
    this.#urls = urls
    this.#key = key
  }

  stop() {
    this.#stopped = true
  }

  /** Runs until it is stopped and has sent enough requests to reach the limit. */
  async run() {
    while (!this.#stopped || this.#asked < FAR_BEYOND) {
      await Promise.all([this.#call(), this.#call(), sleep(EVERY_MS)])
    }
  }

  async #call() {
    const urls = this.#urls()
    this.#asked++
    try {
      const response = await fetch(urls[randomInt(urls.length)]! + PATH, {
        headers: { 'x-api-key': this.#key, 'x-forwarded-proto': 'https' },
        signal: AbortSignal.timeout(5000),
      })
      await response.arrayBuffer()
      this.counted++
      if (response.status === 429) this.refused++
      if (!EXPECTED.includes(response.status)) this.#strange.add(response.status)
      if (response.status !== 404) return
      this.admitted++
      const end = response.headers.get('x-ratelimit-reset') ?? ''
      const left = Number(response.headers.get('x-ratelimit-remaining'))
      this.#windows.set(end, [...(this.#windows.get(end) ?? []), left])
    } catch {
      // The instance was killed. It may or may not have counted the request.
    }
  }

  /** The reasons why this run does not show that a limit applied. */
  unshown(): string[] {
    return [
      ...(this.admitted === 0 ? ['No request was let through to where it is limited'] : []),
      ...(this.refused === 0 ? ['No request was refused for its limit'] : []),
      ...[...this.#strange].map((status) => `A limited request was answered with ${status}`),
    ]
  }

  /** The same, and the windows in which more requests passed than one limit for all instances allows. */
  problems(): string[] {
    const windows = [...this.#windows].flatMap(([end, left]) => [
      ...(left.length > LIMIT ? [`${left.length} requests in the window until ${end}`] : []),
      ...(new Set(left).size < left.length ? [`Two requests counted as one in the window until ${end}`] : []),
    ])
    return [...this.unshown(), ...windows]
  }
}
