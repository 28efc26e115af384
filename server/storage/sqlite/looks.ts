import type { Prepared } from '../engine.ts'
import type { SqliteConnection } from './connection.ts'

const DATA_VERSION: Prepared = { sql: 'pragma data_version', reads: true, name: 'data version' }

/**
 * One read transaction for what is read without waiting, or per `once`: the locking calls, half of a small read's cost,
 * are shared. It ends before the event loop does anything else, and at each commit of ours, so nobody sees old data: one
 * that lasted until `setImmediate` would, begun in the wake of a commit or a timer, outlast the next requests' arrival.
 *
 * Reads go to the connection that writes, since SQLite throws away all that a connection has read, its map of the file
 * too, when another one commits. What is written and not committed they must not see: they go elsewhere meanwhile.
 */
export class Looks {
  readonly #main: SqliteConnection
  readonly #beside: SqliteConnection
  #open: SqliteConnection | undefined
  #isWriting = false
  #isOnce = false
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

  /** The connection to be asked now. */
  on(): SqliteConnection {
    if (this.#open) return this.#open
    const connection = this.#isWriting ? this.#beside : this.#main
    connection.exec('begin')
    this.#open = connection
    this.#version = undefined
    if (!this.#isOnce) process.nextTick(() => this.end())
    return connection
  }

  once<T>(read: () => T): T {
    this.end()
    this.#isOnce = true
    try {
      return read()
    } finally {
      this.#isOnce = false
      this.end()
    }
  }

  /** Another one after every commit, whoever made it. */
  version(): number {
    const connection = this.on()
    this.#version ??= this.#versionOn(connection)
    return this.#version
  }

  end() {
    const connection = this.#open
    this.#open = undefined
    connection?.endReading()
  }

  /** A transaction is about to begin on the main connection. */
  writing() {
    this.end()
    this.#isWriting = true
  }

  /** It has ended. */
  written() {
    this.#isWriting = false
    this.#commits++
  }

  /** A connection tells whether others have committed, and not how its number compares with another connection's. */
  #versionOn(connection: SqliteConnection): number {
    if (connection === this.#beside) return ++this.#commits
    const { data_version: others } = connection.first(DATA_VERSION, []) as { data_version: number }
    if (others !== this.#commitsOfOthers) this.#commits++
    this.#commitsOfOthers = others
    return this.#commits
  }
}
