import { AsyncLocalStorage } from 'node:async_hooks'
import { dirname } from 'node:path'
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { makeFolder } from '../../files/make-folder.ts'
import type { Engine, Migrating, Prepared, Queries } from '../engine.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { TransactionQueries } from '../transaction-queries.ts'
import { SqliteConnection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import { LogCarrier } from './log-carrier.ts'
import { type LogState, logStateReader } from './log-state.ts'
import { SharedReads } from './shared-reads.ts'

const MOST_IN_A_GROUP = 256
/**
 * With four times as much, a move and a delete among a million rows would each read the file once less (of 15 and 10
 * times), too little to measure, and a busy service would grow by 48 MB more before its memory stays level.
 */
const MAIN_CACHE_MB = 16
const CALM_AFTER_MS = 1000

interface Job {
  run(): Promise<void>
  settle(failure: unknown): void
}

/**
 * A file in WAL mode. Transactions queue for one connection. Reads never wait for them: they use the same connection,
 * or a second one while a transaction is open on the first.
 */
export class SqliteEngine implements Engine {
  readonly dialect = sqliteDialect
  readonly #path: string
  readonly #main: SqliteConnection
  readonly #beside: SqliteConnection
  readonly #sharedReads: SharedReads
  readonly #readLogState: () => LogState
  readonly #carrier: LogCarrier
  readonly #inside = new AsyncLocalStorage<true>()
  #waiting: Job[] = []
  /** Present while a transaction waits or runs. */
  #draining: Promise<void> | undefined
  readonly #calm = setTimeout(() => this.#carryOver(), CALM_AFTER_MS).unref()

  constructor(path: string, log?: Logger) {
    makeFolder(dirname(path))
    this.#path = path
    this.#main = new SqliteConnection(path, MAIN_CACHE_MB)
    this.#beside = new SqliteConnection(path)
    this.#sharedReads = new SharedReads(this.#main, this.#beside)
    this.#readLogState = logStateReader(this.#main.db)
    const events = { carried: () => this.#carriedOver(), gaveUp: () => this.#main.carryOverAlone() }
    this.#carrier = new LogCarrier(path, events, log)
  }

  first(query: Prepared, values: readonly unknown[]): MaybePromise<unknown> {
    if (!query.reads) return this.transaction((tx) => tx.first(query, values))
    return orRejected(() => this.#sharedReads.connection().first(query, values))
  }

  rows(query: Prepared, values: readonly unknown[]): MaybePromise<unknown[]> {
    if (!query.reads) return this.transaction((tx) => tx.rows(query, values))
    return orRejected(() => this.#sharedReads.connection().rows(query, values))
  }

  write(query: Prepared, values: readonly unknown[]): Promise<void> {
    return this.transaction((tx) => tx.write(query, values))
  }

  transaction<T>(work: (tx: Queries) => MaybePromise<T>): Promise<T> {
    if (this.#inside.getStore()) {
      throw new Error('A transaction is open already: pass it on instead of the engine')
    }
    return new Promise((resolve, reject) => {
      let value: T
      this.#waiting.push({
        run: async () => {
          const tx = new TransactionQueries(this.#main)
          value = await this.#inside.run(true, () => tx.during(work))
        },
        settle: (failure) => (failure === undefined ? resolve(value) : reject(failure)),
      })
      this.#draining ??= this.#drain()
    })
  }

  readTogether<T>(read: () => T): T {
    return this.#sharedReads.together(read)
  }

  version() {
    return this.#sharedReads.version()
  }

  load() {
    return { most: 1, open: 1, idle: this.#draining === undefined ? 1 : 0, waiting: this.#waiting.length }
  }

  async snapshot() {
    await using opened = new AsyncDisposableStack()
    const own = opened.use(new SqliteConnection(this.#path))
    own.db.exec('pragma mmap_size = 0') // Else the whole file would be mapped into our memory.
    own.exec('begin')
    own.first({ sql: 'select 1 from sqlite_schema', reads: true, name: undefined }, [])
    opened.move()
    return own
  }

  migrating<T>(work: Migrating<T>) {
    return this.transaction((tx) => work(async (sql) => this.#main.db.exec(sql), tx))
  }

  async [Symbol.asyncDispose]() {
    while (this.#draining !== undefined) await this.#draining
    clearTimeout(this.#calm)
    await this.#carrier[Symbol.asyncDispose]()
    this.#sharedReads.end()
    this.#beside.db.close()
    this.#main.db.close()
  }

  /**
   * Not at once: so the requests that arrive in this turn of the event loop share one commit and its sync, and a caller
   * that writes again and again does not starve the event loop.
   */
  async #drain() {
    while (this.#waiting.length > 0) {
      await othersTurn()
      await this.#carrier.finish()
      await this.#commitTogether(this.#waiting.splice(0, MOST_IN_A_GROUP))
    }
    this.#draining = undefined
  }

  /**
   * Each job succeeds or fails alone, inside a savepoint. No job is answered before the shared commit, not even one
   * that failed: its failure may be caused by what another job wrote, and the commit may still fail.
   */
  async #commitTogether(jobs: Job[]) {
    const failures: unknown[] = []
    this.#sharedReads.beginWriting()
    try {
      this.#main.exec('begin immediate')
      for (const job of jobs) failures.push(await this.#runInSavepoint(job))
      this.#sharedReads.end() // Before the commit, where SQLite starts its log over only if no reader uses it.
      this.#main.exec('commit')
      this.#calm.refresh()
    } catch (failure) {
      if (this.#main.db.isOpen && this.#main.db.isTransaction) this.#main.exec('rollback')
      for (const job of jobs) job.settle(failure)
      return
    } finally {
      this.#sharedReads.endWriting()
    }
    for (const [i, job] of jobs.entries()) job.settle(failures[i])
    this.#handOver()
  }

  /** Returns the error if only this job failed; throws if the whole transaction is lost. */
  async #runInSavepoint(job: Job): Promise<unknown> {
    this.#main.exec('savepoint job')
    try {
      await job.run()
      this.#main.exec('release job')
      return undefined
    } catch (failure) {
      // A full disk or an I/O error ends the whole transaction, and with it the jobs that shared it.
      if (!this.#main.db.isTransaction) throw failure
      this.#main.exec('rollback to job')
      this.#main.exec('release job')
      return failure
    }
  }

  /** Copies the log into the file when there was no write for a while, so that reads need not search the log. */
  #carryOver() {
    if (this.#draining !== undefined) return
    this.#sharedReads.end()
    if (this.#handOver()) return void this.#calm.refresh()
    try {
      this.#main.exec('pragma wal_checkpoint(passive)')
    } catch {
      // The log keeps what it has, and the next commit tries again.
    }
    this.#carriedOver()
  }

  /** Whether the thread beside takes the log. A failing disk must not end the process: the next commit tries again. */
  #handOver(): boolean {
    try {
      return this.#carrier.takes(this.#readLogState())
    } catch {
      return false
    }
  }

  #carriedOver() {
    if (this.#sharedReads.isWriting) return
    try {
      this.#sharedReads.end()
      this.#main.mapGrowth()
    } catch {
      // The new part of the file is read without the map until the log is carried over again.
    }
  }
}

/** A throw within the call would leave the promises beside it, in a `Promise.all`, without anybody who handles them. */
function orRejected<T>(read: () => T): T | Promise<never> {
  try {
    return read()
  } catch (failure) {
    return Promise.reject(failure)
  }
}
