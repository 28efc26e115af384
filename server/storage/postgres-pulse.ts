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
  #waiting = 0
  #timer: NodeJS.Timeout | undefined

  constructor(lane: Lane, onLost: () => void) {
    this.#lane = lane
    this.#onLost = onLost
  }

  async watch<T>(work: Promise<T>): Promise<T> {
    this.#waiting++
    this.#timer ??= setTimeout(() => void this.#feel(), EVERY_MS)
    try {
      return await work
    } finally {
      this.#waiting--
    }
  }

  async #feel() {
    if (this.#waiting > 0 && !(await this.#beats())) {
      this.#lane.cut()
      this.#onLost()
    }
    this.#timer = this.#waiting > 0 ? setTimeout(() => void this.#feel(), EVERY_MS) : undefined
  }

  async #beats(): Promise<boolean> {
    const asked = performance.now()
    const { promise: late, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(
      () => resolve(performance.now() - asked > ANSWER_WITHIN_MS + OWN_DELAY_MS),
      ANSWER_WITHIN_MS,
    )
    const answered = this.#lane.ask('select 1', 'haat_pulse', []).then(
      () => true,
      () => true, // A refused connection tells everybody who asks; nobody waits for it.
    )
    const alive = await Promise.race([answered, late])
    clearTimeout(timer)
    return alive
  }

  async [Symbol.asyncDispose]() {
    clearTimeout(this.#timer)
    await this.#lane[Symbol.asyncDispose]()
  }
}
