/** One piece of work at a time, and everybody in turn: who brings many waits for those who bring few. */
export class FairQueue {
  /** In the order of their turns. */
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

  /** Who was served last stands behind all who wait. */
  #passOn(served: string): void {
    const more = this.#lines.get(served)
    this.#lines.delete(served)
    if (more && more.length > 0) this.#lines.set(served, more)
    const [next] = this.#lines.values()
    if (next) next.shift()!()
    else this.#isTaken = false
  }
}
