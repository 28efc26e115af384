import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { OPERATIONS } from '#contract/operations.ts'

const PATH = '/api/orders/00000000-0000-4000-8000-000000000000'
const EVERY_MS = 20
const { perMinute } = OPERATIONS.read_order

/** Calls one operation of one store through all instances, far beyond its limit, and watches that the limit holds. */
export class LimitWatch {
  readonly #urls: () => string[]
  readonly #key: string
  /** What was admitted, by the window's end: how many were left each time. */
  readonly #windows = new Map<string, number[]>()
  #stopped = false
  /** All answers, and those that were not 429. */
  counted = 0
  admitted = 0

  constructor(urls: () => string[], key: string) {
    this.#urls = urls
    this.#key = key
  }

  stop() {
    this.#stopped = true
  }

  async run() {
    while (!this.#stopped) {
      await Promise.all([this.#call(), this.#call(), sleep(EVERY_MS)])
    }
  }

  async #call() {
    const urls = this.#urls()
    try {
      const response = await fetch(urls[randomInt(urls.length)]! + PATH, {
        headers: { 'x-api-key': this.#key, 'x-forwarded-proto': 'https' },
        signal: AbortSignal.timeout(5000),
      })
      await response.arrayBuffer()
      this.counted++
      if (response.status !== 404) return
      this.admitted++
      const end = response.headers.get('x-ratelimit-reset') ?? ''
      const left = Number(response.headers.get('x-ratelimit-remaining'))
      this.#windows.set(end, [...(this.#windows.get(end) ?? []), left])
    } catch {
      // It was killed; whether it had counted the request nobody knows.
    }
  }

  problems(): string[] {
    return [...this.#windows].flatMap(([end, left]) => [
      ...(left.length > perMinute ? [`${left.length} requests in the window until ${end}`] : []),
      ...(new Set(left).size < left.length ? [`Two requests counted as one in the window until ${end}`] : []),
    ])
  }
}
