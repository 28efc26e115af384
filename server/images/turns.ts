/** One piece of work at a time, and everybody in turn: who brings many waits for those who bring few. */
export class Turns {
  /** In the order of their turns. */
  readonly #lines = new Map<string, (() => void)[]>()
  #isTaken = false
  #allDone: Promise<unknown> = Promise.resolve()

  take<T>(whose: string, work: () => Promise<T>): Promise<T> {
    const done = this.#begin(whose)
      .then(work)
      .finally(() => this.#passOn())
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

  #passOn(): void {
    const [next] = this.#lines
    if (!next) {
      this.#isTaken = false
      return
    }
    const [whose, line] = next
    line.shift()!()
    this.#lines.delete(whose)
    if (line.length > 0) this.#lines.set(whose, line)
  }
}
