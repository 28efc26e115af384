import { isOver, WINDOW_MS, type Window } from '../rules/rate-window.ts'
import type { Counter } from './counter.ts'

const SWEEP_ABOVE = 10_000

export class MemoryCounter implements Counter {
  readonly #windows = new Map<string, Window>()
  #sweepAt = 0

  hit(subject: string, operation: string, now: number): Window {
    const key = `${operation} ${subject}`
    const open = this.#windows.get(key)
    if (open && !isOver(open.endsAt, now)) {
      return { used: ++open.used, endsAt: open.endsAt }
    }
    const endsAt = now + WINDOW_MS
    this.#windows.set(key, { used: 1, endsAt })
    this.#sweep(now)
    return { used: 1, endsAt }
  }

  /** At most once a window, so that its cost is shared by many requests. */
  #sweep(now: number) {
    if (this.#windows.size < SWEEP_ABOVE || now < this.#sweepAt) return
    this.#sweepAt = now + WINDOW_MS
    for (const [key, { endsAt }] of this.#windows) if (isOver(endsAt, now)) this.#windows.delete(key)
  }
}
