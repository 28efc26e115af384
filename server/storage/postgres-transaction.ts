import type pg from 'pg'
import type { Dialect, How, Prepared, Queries } from './engine.ts'
import { type Answer, type Asked, Batch } from './postgres-batch.ts'

const BEGIN = { query: { sql: 'begin', name: 'haat_begin' }, values: [] }
const COMMIT = { sql: 'commit', name: 'haat_commit' }
/** More are sent on, so that they do not fill our memory while PostgreSQL waits for work. */
const MOST_HELD_BACK = 100

/**
 * A transaction in as few round trips as it has questions. What is asked in one turn of the event loop travels together,
 * the beginning with the first of it; what is only written waits for the next question, or for the commit. A transaction
 * without a question is one batch, which PostgreSQL takes as a transaction by itself.
 */
export class PostgresTransaction implements Queries {
  readonly dialect: Dialect
  readonly #client: pg.PoolClient
  readonly #failures: unknown[] = []
  #waiting: Asked[] = []
  #willSend = false
  #isWhole: boolean
  #begun = false
  #ended = false

  constructor(client: pg.PoolClient, dialect: Dialect, { asksOnce = false }: How) {
    this.#client = client
    this.dialect = dialect
    this.#isWhole = asksOnce
  }

  async rows(query: Prepared, values: readonly unknown[]): Promise<unknown[]> {
    return (await this.#ask(query, values)).rows
  }

  async first(query: Prepared, values: readonly unknown[]): Promise<unknown> {
    return (await this.#ask(query, values)).rows[0]
  }

  write(query: Prepared, values: readonly unknown[]): void | Promise<void> {
    this.#mayGoOn()
    if (this.#waiting.length >= MOST_HELD_BACK) return this.#ask(query, values).then(() => {})
    this.#waiting.push({ query, values })
  }

  async commit() {
    if (this.#ended) return
    if (this.#begun || this.#willSend) {
      const { command } = await this.#ask(COMMIT, [])
      // PostgreSQL answers the commit of a failed transaction with a quiet rollback.
      if (command !== 'COMMIT') throw new Error('The transaction had failed before its commit')
      return
    }
    const last = this.#waiting.pop()
    if (!last) return
    this.#isWhole = true
    await this.#ask(last.query, last.values)
  }

  /** Gives back what is wrong with the connection, where it is of no use any more. */
  async rollback(): Promise<Error | undefined> {
    if (!this.#begun) return undefined
    return this.#client.query('rollback').then(
      () => undefined,
      (reason: Error) => reason,
    )
  }

  /** All that follows a query that failed fails too, and may be heard of first. */
  causeOf(error: unknown): unknown {
    return this.#failures.includes(error) ? this.#failures[0] : error
  }

  #mayGoOn() {
    if (this.#ended) throw new Error('The transaction asked once and is over')
  }

  #ask(query: Asked['query'], values: readonly unknown[]): Promise<Answer> {
    this.#mayGoOn()
    return new Promise((answered, reject) => {
      const failed = (error: unknown) => {
        this.#failures.push(error)
        reject(error)
      }
      this.#waiting.push({ query, values, answered, failed })
      if (this.#willSend) return
      this.#willSend = true
      process.nextTick(() => this.#send())
    })
  }

  #send() {
    const asked = this.#waiting
    this.#waiting = []
    this.#willSend = false
    if (this.#isWhole) this.#ended = true
    else if (!this.#begun) asked.unshift(BEGIN)
    this.#begun = !this.#isWhole
    this.#client.query(new Batch(asked))
  }
}
