import { codeOf, postgresDialect } from './dialect.ts'
import type { Lane } from './lane.ts'
import { Lost, ReadOnly } from './lost.ts'
import { SlotSet } from './slot-set.ts'

const EVERY_MS = 50
/** Less often, since each try makes a new connection: the address may lead to another server by then. */
const EVERY_MS_WHILE_READ_ONLY = 500
const POLL_EVERY_MS = 150
const MOST_POLLS = 5
/** That is 9 s: connecting takes several round trips, and a connection that is being made is the way out of a loss. */
const MOST_POLLS_OF_CONNECTING = 60
/** Half a second of refused connections, in which no query on an open connection was answered either. */
const MOST_REFUSALS = 10

/**
 * Checks that the server still answers, for as long as any work waits for it: a server that hangs keeps its connections
 * open, so nothing else would show it. A slow query is not a loss, a silent server is. While it is lost, all work fails
 * at once. A server that refuses a write as read-only is lost until it takes writes: all connections are made anew,
 * since they may lead to a former primary.
 */
export class Pulse implements AsyncDisposable {
  readonly #lane: Lane
  readonly #onLost: () => void
  /** For each work that is waited for, the function that rejects it. */
  #waiting = new SlotSet<(reason: Error) => void>()
  #begun = false
  #isLost = false
  #isReadOnly = false
  /** How often in a row the pulse's own connection was refused, without any other work being answered. */
  #refusals = 0
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  /** Counts the losses: work that began before the last of them has been given up. */
  losses = 0

  constructor(lane: Lane, onLost: () => void) {
    this.#lane = lane
    this.#onLost = onLost
  }

  /**
   * Waits for the work, or until the server is lost. Not with `Promise.race` against one promise for that loss: it
   * would keep in memory every answer that it was ever raced with.
   */
  watch<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isLost) return Promise.reject(this.#reason())
    if (!this.#begun) this.#begin()
    this.#timer ??= this.#checkLater()
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

  /** Connects early, so that later checks wait only for the server's answer. */
  #begin() {
    this.#begun = true
    this.#ask().catch(() => {})
  }

  #checkLater(): NodeJS.Timeout {
    return setTimeout(() => void this.#check(), this.#isReadOnly ? EVERY_MS_WHILE_READ_ONLY : EVERY_MS)
  }

  async #check() {
    if (this.#isNeeded()) {
      this.#isLost = !(await this.#answers())
      if (this.#isLost || this.#refusals === MOST_REFUSALS) this.#giveUp()
    }
    this.#timer = this.#isNeeded() ? this.#checkLater() : undefined
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
    this.#waiting = new SlotSet()
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
   * False if the server is silent or read-only. A refused connection is no loss: other work is refused as well and need
   * not be rejected here. But when its server is gone, PgBouncer refuses new connections and keeps older ones waiting,
   * so refusals in a row are counted.
   */
  async #answers(): Promise<boolean> {
    try {
      await orLost(this.#lane.client(), MOST_POLLS_OF_CONNECTING)
      const [answer] = await orLost(this.#ask(), MOST_POLLS)
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

/** The messages of PgBouncer, which are always English; it has one code for everything. */
const FULL_POOLER = /connections (allowed|exceeded)/

/** The server is gone. If it only lets nobody in, or has no room for another, connections that are open still work. */
const isAway = (error: unknown) =>
  postgresDialect.isUnavailable(error) &&
  !/^(28|3D|42501|53|55)/.test(codeOf(error)) &&
  !FULL_POOLER.test((error as Error).message)

/**
 * Fails after so many polls that found no answer. Polls are counted, not time: a process too busy to poll in time was
 * also too busy to read an answer. `setImmediate` lets answers that came before the last poll be read first.
 */
async function orLost<T>(answer: Promise<T>, mostPolls: number): Promise<T> {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  let polls = 0
  const timer = setInterval(() => {
    if (++polls === mostPolls) setImmediate(() => reject(new Lost()))
  }, POLL_EVERY_MS)
  try {
    return await Promise.race([answer, silence])
  } finally {
    clearInterval(timer)
  }
}
