import { setImmediate as othersTurn } from 'node:timers/promises'
import pg from 'pg'
import { type Answer, type Sent, sendBatch } from './batch.ts'
import type { Lane } from './lane.ts'
import { Lost } from './lost.ts'

const MOST_IN_A_GROUP = 64

/** A transaction that has to wait longer for a lock is tried again alone, so that its group does not wait with it. */
export const SHORT_LOCK_TIMEOUT = "set lock_timeout = '50ms'"

interface Job {
  statements: readonly Sent[]
  resolve(answers: Answer[]): void
  reject(error: unknown): void
}

/**
 * Group commit: transactions whose statements are all known at the start share a commit with those of the same turn of
 * the event loop and those that came during the last commit. A commit costs several times as much as the writes in it.
 */
export class SharedCommit implements AsyncDisposable {
  readonly #idle: Lane[]
  readonly #lanes: readonly Lane[]
  readonly #alone: (statements: readonly Sent[]) => Promise<Answer[]>
  readonly #waiting: Job[] = []
  #isComing = false
  #losses = 0

  constructor(lanes: readonly Lane[], alone: (statements: readonly Sent[]) => Promise<Answer[]>) {
    this.#lanes = lanes
    this.#idle = [...lanes]
    this.#alone = alone
  }

  send(statements: readonly Sent[]): Promise<Answer[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ statements, resolve, reject })
      if (this.#isComing || this.#idle.length === 0) return
      this.#isComing = true
      setImmediate(() => void this.#drain())
    })
  }

  /** Called when the server is lost: the callers of waiting jobs have been told, so the jobs must not run later. */
  cut() {
    this.#losses++
    for (const { reject } of this.#waiting.splice(0)) reject(new Lost())
    for (const lane of this.#lanes) lane.cut()
  }

  async #drain() {
    this.#isComing = false
    const lane = this.#idle.pop()!
    while (this.#waiting.length > 0) {
      await this.#commitTogether(lane, this.#waiting.splice(0, MOST_IN_A_GROUP))
    }
    this.#idle.push(lane)
  }

  async #commitTogether(lane: Lane, jobs: Job[]) {
    const before = this.#losses
    let client: pg.Client | undefined
    try {
      client = await lane.client()
      if (this.#losses > before) throw new Lost()
      const answers = await sendBatch(
        client,
        jobs.flatMap(({ statements }) => statements),
      )
      for (const { statements, resolve } of jobs) resolve(answers.splice(0, statements.length))
    } catch (error) {
      // A refused group is rolled back, so each transaction of it is sent again alone: only the one at fault fails.
      const isRefused = error instanceof pg.DatabaseError && (await stillAnswers(client))
      for (const { statements, resolve, reject } of jobs) {
        if (isRefused) this.#alone(statements).then(resolve, reject)
        else reject(error)
      }
    }
  }

  async [Symbol.asyncDispose]() {
    while (this.#isComing || this.#idle.length < this.#lanes.length) await othersTurn()
    await Promise.all(this.#lanes.map((lane) => lane[Symbol.asyncDispose]()))
  }
}

/**
 * Tells a server that refused a statement from one that ended the connection, by whether it answers again. In the
 * error itself only a translated word differs.
 */
async function stillAnswers(client: pg.Client | undefined): Promise<boolean> {
  const answered = client?.query('').then(
    () => true,
    () => false,
  )
  return (await answered) ?? false
}
