import type { Signals, Topic } from './signals.ts'

/** Signals within this process. */
export class LocalSignals implements Signals {
  readonly #listeners = new Map<Topic, Set<() => void>>()

  raise(topic: Topic) {
    for (const listener of this.#listeners.get(topic) ?? []) listener()
  }

  on(topic: Topic, listener: () => void): Disposable {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
    return { [Symbol.dispose]: () => void listeners.delete(listener) }
  }

  attend() {}

  async [Symbol.asyncDispose]() {
    this.#listeners.clear()
  }
}
