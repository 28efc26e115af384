/** Runs one piece of work at a time. Owners take turns: one with much work does not delay those with little. */
export class FairQueue {
  /** Waiting work by owner. The order of the keys is the order of the owners' turns. */
  readonly #lines = new Map<string, (() => void)[]>()
  #isTaken = false
  #allDone: Promise<unknown> = Promise.resolve()

  take<T>(whose: string, work: () => Promise<T>): Promise<T> {
    const done = this.#begin(whose)
      .then(work)
      .finally(() => this.#passOn(whose))
    this.#allDone = Promise.allSettled([this.#allDone, done]).then(() => {})
    return done
  }

  /** Resolves when everything taken on so far is done. */
  async allDone(): Promise<void> {
    await this.#allDone
  }

  async #begin(whose: string): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true
      return
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const line = this.#lines.get(whose)
    if (line) line.push(resolve)
    else this.#lines.set(whose, [resolve])
    await promise
  }

  /** The owner served last goes behind all others that wait. */
  #passOn(served: string): void {
    const more = this.#lines.get(served)
    this.#lines.delete(served)
    if (more && more.length > 0) this.#lines.set(served, more)
    const [next] = this.#lines.values()
    if (next) next.shift()!()
    else this.#isTaken = false
  }
}
