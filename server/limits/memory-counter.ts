import { isOver, WINDOW_MS, type Window } from '../rules/rate-window.ts'
import type { Counter } from './counter.ts'

const SWEEP_ABOVE = 10_000

export class MemoryCounter implements Counter {
  /** By operation, then by subject: two look-ups cost less than building one key from both. */
  readonly #windows = new Map<string, Map<string, Window>>()
  #opened = 0
  #sweepAt = 0

  hit(subject: string, operation: string, now: number): Window {
    let windows = this.#windows.get(operation)
    if (!windows) {
      windows = new Map()
      this.#windows.set(operation, windows)
    }
    const open = windows.get(subject)
    if (open && !isOver(open.endsAt, now)) {
      return { used: ++open.used, endsAt: open.endsAt }
    }
    const endsAt = now + WINDOW_MS
    windows.set(subject, { used: 1, endsAt })
    this.#sweep(now)
    return { used: 1, endsAt }
  }

  /** At most once per window, so that its cost is spread over many requests. */
  #sweep(now: number) {
    if (++this.#opened < SWEEP_ABOVE || !isOver(this.#sweepAt, now)) return
    this.#opened = 0
    this.#sweepAt = now + WINDOW_MS
    for (const windows of this.#windows.values()) {
      for (const [subject, { endsAt }] of windows) if (isOver(endsAt, now)) windows.delete(subject)
    }
  }
}
