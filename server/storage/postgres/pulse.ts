import { Crowd } from './crowd.ts'
import { codeOf, postgresDialect } from './dialect.ts'
import type { Lane } from './lane.ts'
import { Lost, ReadOnly } from './lost.ts'

const EVERY_MS = 50
/** Each time with a new connection, since its address may lead elsewhere by then. */
const EVERY_MS_WHILE_READ_ONLY = 500
const LOOK_EVERY_MS = 150
const MOST_LOOKS = 5
/** A connection takes several round trips, and one that is being made is the way out of a loss: 9 s, in the end. */
const MOST_LOOKS_AT_CONNECTING = 60
/** Half a second of them, in which nobody who has a connection was answered either. */
const MOST_REFUSALS = 10

/**
 * Feels whether the server still lives while anybody waits for it: a server that hangs keeps its connections open, so
 * nothing else would tell. A slow query is no reason; a silent server is. Once it is lost nobody waits until it answers. A
 * server that refused a write because it takes none is lost until it takes some: all connections are made anew, since they
 * may lead to one that is no longer the first.
 */
export class Pulse implements AsyncDisposable {
  readonly #lane: Lane
  readonly #onLost: () => void
  /** How to give up each work that is waited for. */
  #waiting = new Crowd<(reason: Error) => void>()
  #begun = false
  #isLost = false
  #isReadOnly = false
  /** Of the pulse's own connection, one after the other and since anybody was answered. */
  #refusals = 0
  #isClosed = false
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
  watch<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isLost) return Promise.reject(this.#reason())
    if (!this.#begun) this.#begin()
    this.#timer ??= this.#soon()
    const waiting = this.#waiting
    return new Promise((resolve, reject) => {
      const place = waiting.enter(reject)
      work().then(
        (value) => {
          this.#refusals = 0
          waiting.leave(place)
          resolve(value)
        },
        (error) => {
          waiting.leave(place)
          reject(error)
          if (postgresDialect.isReadOnly(error)) this.#giveUpReadOnly()
        },
      )
    })
  }

  /** Connects beforehand, so that later only the server's answer is waited for. */
  #begin() {
    this.#begun = true
    this.#ask().catch(() => {})
  }

  #soon(): NodeJS.Timeout {
    return setTimeout(() => void this.#feel(), this.#isReadOnly ? EVERY_MS_WHILE_READ_ONLY : EVERY_MS)
  }

  async #feel() {
    if (this.#isNeeded()) {
      this.#isLost = !(await this.#beats())
      if (this.#isLost || this.#refusals === MOST_REFUSALS) this.#giveUp()
    }
    this.#timer = this.#isNeeded() ? this.#soon() : undefined
  }

  #isNeeded(): boolean {
    return !this.#isClosed && (this.#isLost || this.#waiting.size > 0)
  }

  #giveUp() {
    this.losses++
    this.#refusals = 0
    this.#lane.cut()
    this.#onLost()
    const givenUp = this.#waiting
    this.#waiting = new Crowd()
    for (const reject of givenUp.all()) reject(this.#reason())
  }

  #giveUpReadOnly() {
    if (this.#isReadOnly || this.#isClosed) return
    this.#isReadOnly = true
    this.#isLost = true
    this.#giveUp()
  }

  #reason(): Lost {
    return this.#isReadOnly ? new ReadOnly() : new Lost()
  }

  /**
   * A refused connection tells everybody who asks; nobody waits for it. Only silence does not, and PgBouncer, which keeps
   * whoever came first waiting for a server that is gone while it refuses the others.
   */
  async #beats(): Promise<boolean> {
    try {
      await heard(this.#lane.client(), MOST_LOOKS_AT_CONNECTING)
      const [answer] = await heard(this.#ask(), MOST_LOOKS)
      this.#isReadOnly &&= answer?.read_only === 'on'
      this.#refusals = 0
      return !this.#isReadOnly
    } catch (error) {
      this.#refusals = isAway(error) ? this.#refusals + 1 : 0
      return !this.#isReadOnly && !(error instanceof Lost)
    }
  }

  #ask() {
    return this.#lane.ask("select current_setting('transaction_read_only') as read_only", 'haat_pulse', [])
  }

  async [Symbol.asyncDispose]() {
    this.#isClosed = true
    clearTimeout(this.#timer)
    if (this.#isLost) this.#lane.cut()
    await this.#lane[Symbol.asyncDispose]()
  }
}

/** Of PgBouncer, which speaks English alone and has one code for everything. */
const FULL_POOLER = /connections (allowed|exceeded)/

/** Gone, rather than out of room for another connection: those who have one are served on. */
const isAway = (error: unknown) =>
  postgresDialect.isUnavailable(error) &&
  !codeOf(error).startsWith('53') &&
  !FULL_POOLER.test((error as Error).message)

/**
 * Fails when so many looks found no answer. It is looks that count, since a process that was too busy to look in time has
 * not heard an answer either; and what came before the last of them is heard first.
 */
async function heard<T>(answer: Promise<T>, mostLooks: number): Promise<T> {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  let looks = 0
  const timer = setInterval(() => {
    if (++looks === mostLooks) setImmediate(() => reject(new Lost()))
  }, LOOK_EVERY_MS)
  try {
    return await Promise.race([answer, silence])
  } finally {
    clearInterval(timer)
  }
}
