import type { Lane } from './postgres-lane.ts'

const EVERY_MS = 100
const ANSWER_WITHIN_MS = 750
/** Our own process was so busy that a late answer says nothing about the server. */
const OWN_DELAY_MS = 200

/**
 * Feels whether the server still lives while anybody waits for it: a server that hangs keeps its connections open, so
 * nothing else would tell. A slow query is no reason; a silent server is.
 */
export class Pulse implements AsyncDisposable {
  readonly #lane: Lane
  readonly #onLost: () => void
  /** How to give up each work that is waited for. */
  readonly #waiting = new Set<(reason: Error) => void>()
  #begun = false
  #timer: NodeJS.Timeout | undefined
  /** Grows with each loss: work that began before it has been given up. */
  losses = 0

  constructor(lane: Lane, onLost: () => void) {
    this.#lane = lane
    this.#onLost = onLost
  }

  /**
   * Waits for the work, but no longer than the server lives. Not by a race with one promise for the server's end: that
   * promise would keep every answer that it was ever raced with.
   */
  watch<T>(work: Promise<T>): Promise<T> {
    if (!this.#begun) this.#begin()
    this.#timer ??= setTimeout(() => void this.#feel(), EVERY_MS)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#waiting.add(reject)
    work.then(resolve, reject).finally(() => this.#waiting.delete(reject))
    return promise
  }

  /** Connects beforehand, so that later only the server's answer is waited for. */
  #begin() {
    this.#begun = true
    this.#ask().catch(() => {})
  }

  async #feel() {
    if (this.#waiting.size > 0 && !(await this.#beats())) this.#lose()
    this.#timer = this.#waiting.size > 0 ? setTimeout(() => void this.#feel(), EVERY_MS) : undefined
  }

  #lose() {
    this.losses++
    this.#lane.cut()
    this.#onLost()
    const givenUp = [...this.#waiting]
    this.#waiting.clear()
    for (const reject of givenUp) reject(new Error('Connection terminated: PostgreSQL does not answer'))
  }

  async #beats(): Promise<boolean> {
    const asked = performance.now()
    const { promise: late, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(
      () => resolve(performance.now() - asked > ANSWER_WITHIN_MS + OWN_DELAY_MS),
      ANSWER_WITHIN_MS,
    )
    const answered = this.#ask().then(
      () => true,
      () => true, // A refused connection tells everybody who asks; nobody waits for it.
    )
    const alive = await Promise.race([answered, late])
    clearTimeout(timer)
    return alive
  }

  #ask(): Promise<unknown> {
    return this.#lane.ask('select 1', 'haat_pulse', [])
  }

  async [Symbol.asyncDispose]() {
    clearTimeout(this.#timer)
    await this.#lane[Symbol.asyncDispose]()
  }
}
