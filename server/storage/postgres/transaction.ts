import type pg from 'pg'
import type { How, Prepared, Queries } from '../engine.ts'
import { type Answer, type Sent, sendBatch } from './batch.ts'
import { postgresDialect } from './dialect.ts'

const BEGIN = { query: { sql: 'begin', name: 'haat_begin' }, values: [] }
const COMMIT = { sql: 'commit', name: 'haat_commit' }
/**
 * Beyond this, writes are sent without waiting for a read, so that they neither fill our memory nor let PostgreSQL
 * idle.
 */
const MOST_HELD_BACK = 100

interface Asked extends Sent {
  answered?(answer: Answer): void
  failed?(error: unknown): void
}

interface Ways {
  connect(): Promise<pg.PoolClient>
  /** Sends statements that are a whole transaction. */
  sendWhole(statements: readonly Sent[]): Promise<Answer[]>
}

/**
 * A transaction in as few round trips as possible. Statements of one turn of the event loop are sent together, the
 * first of them with BEGIN; writes, whose results nobody reads, are sent with the next read or with COMMIT. A
 * transaction that reads no results needs no connection of its own.
 */
export class PostgresTransaction implements Queries {
  readonly dialect = postgresDialect
  readonly #ways: Ways
  readonly #failures: unknown[] = []
  #connecting: Promise<pg.PoolClient> | undefined
  #waiting: Asked[] = []
  #willSend = false
  #isWhole: boolean
  #isSent = false
  #isOver = false

  constructor({ asksOnce = false }: How, ways: Ways) {
    this.#isWhole = asksOnce
    this.#ways = ways
  }

  async rows(query: Prepared, values: readonly unknown[]): Promise<unknown[]> {
    return (await this.#ask(query, values)).rows
  }

  async first(query: Prepared, values: readonly unknown[]): Promise<unknown> {
    return (await this.#ask(query, values)).rows[0]
  }

  write(query: Prepared, values: readonly unknown[]): void | Promise<void> {
    if (this.#waiting.length >= MOST_HELD_BACK) return this.#ask(query, values).then(() => {})
    this.#mayGoOn()
    this.#waiting.push({ query, values })
  }

  async commit() {
    if (this.#isSent && this.#isWhole) return
    if (this.#isSent || this.#willSend) {
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

  /** Rolls back what is not committed, and returns the connection to the pool. */
  async end({ isCommitted }: { isCommitted: boolean }) {
    this.#isOver = true
    const client = await this.#connecting?.catch(() => undefined)
    if (isCommitted) client?.release()
    else if (client) await rollBack(client)
  }

  /** The first failure: all queries behind a failed one fail too, and the caller may see one of theirs first. */
  causeOf(error: unknown): unknown {
    return this.#failures.includes(error) ? this.#failures[0] : error
  }

  #mayGoOn() {
    if (this.#isSent && this.#isWhole) throw new Error('The transaction asked once and is over')
  }

  #ask(query: Asked['query'], values: readonly unknown[]): Promise<Answer> {
    this.#mayGoOn()
    return new Promise((answered, failed) => {
      this.#waiting.push({ query, values, answered, failed })
      if (this.#willSend) return
      this.#willSend = true
      process.nextTick(() => void this.#send())
    })
  }

  async #send() {
    if (this.#isOver) return
    let asked: Asked[] = []
    try {
      const client = this.#isWhole ? undefined : await this.#connected()
      asked = this.#take()
      const answers = await (client ? sendBatch(client, asked) : this.#ways.sendWhole(asked))
      for (const [i, { answered }] of asked.entries()) answered?.(answers[i]!)
    } catch (error) {
      this.#failures.push(error)
      for (const { failed } of [...asked, ...this.#take()]) failed?.(error)
    }
  }

  #connected(): Promise<pg.PoolClient> {
    this.#connecting ??= this.#ways.connect()
    return this.#connecting
  }

  #take(): Asked[] {
    const asked = this.#waiting
    this.#waiting = []
    this.#willSend = false
    if (!this.#isSent && !this.#isWhole) asked.unshift(BEGIN)
    this.#isSent = true
    return asked
  }
}

/** Rolls back and returns the connection to the pool, which drops it if that fails. */
export const rollBack = (client: pg.PoolClient): Promise<void> =>
  client.query('rollback').then(
    () => client.release(),
    (broken: Error) => client.release(broken),
  )
