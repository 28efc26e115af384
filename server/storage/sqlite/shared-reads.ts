import type { Prepared } from '../engine.ts'
import type { SqliteConnection } from './connection.ts'

const DATA_VERSION: Prepared = { sql: 'pragma data_version', reads: true, name: 'data version' }

/**
 * Reads with no await between them, or within one call of `together`, share a read transaction. So they share the
 * locking calls, which are half of a small read's cost. It ends before the event loop does anything else, and at each
 * commit of ours, so no read sees old data. If it lasted until `setImmediate`, one begun after a commit or in a timer
 * would still be open when the next requests arrive.
 *
 * Reads use the connection that writes, because at the commit of any other connection SQLite drops the pages that a
 * connection has read, and its map of the file. While a transaction is open there, reads use the second connection,
 * since they must not see what is not committed.
 */
export class SharedReads {
  readonly #main: SqliteConnection
  readonly #beside: SqliteConnection
  #open: SqliteConnection | undefined
  #isWriting = false
  #isTogether = false
  #version: number | undefined
  #commits = 0
  #commitsOfOthers: number | undefined

  constructor(main: SqliteConnection, beside: SqliteConnection) {
    this.#main = main
    this.#beside = beside
  }

  get isWriting() {
    return this.#isWriting
  }

  /** The connection for reads at this moment, with the read transaction open on it. */
  connection(): SqliteConnection {
    if (this.#open) return this.#open
    const connection = this.#isWriting ? this.#beside : this.#main
    connection.exec('begin')
    this.#open = connection
    this.#version = undefined
    if (!this.#isTogether) process.nextTick(() => this.end())
    return connection
  }

  together<T>(read: () => T): T {
    this.end()
    this.#isTogether = true
    try {
      return read()
    } finally {
      this.#isTogether = false
      this.end()
    }
  }

  /** Changes with every commit, also with those of other processes. */
  version(): number {
    const connection = this.connection()
    this.#version ??= this.#versionOn(connection)
    return this.#version
  }

  end() {
    const connection = this.#open
    this.#open = undefined
    connection?.endReading()
  }

  /** A transaction is about to begin on the main connection. */
  beginWriting() {
    this.end()
    this.#isWriting = true
  }

  /** That transaction has ended. */
  endWriting() {
    this.#isWriting = false
    this.#commits++
  }

  /**
   * `data_version` shows commits by others and cannot be compared across connections: on the second, each transaction
   * has a version of its own.
   */
  #versionOn(connection: SqliteConnection): number {
    if (connection === this.#beside) return ++this.#commits
    const { data_version: others } = connection.first(DATA_VERSION, []) as { data_version: number }
    if (others !== this.#commitsOfOthers) this.#commits++
    this.#commitsOfOthers = others
    return this.#commits
  }
}
