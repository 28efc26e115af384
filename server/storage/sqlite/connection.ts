import { statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Prepared, Queries } from '../engine.ts'
import { sqliteDialect } from './dialect.ts'
import { type RowMaker, rowMaker } from './row-maker.ts'

/** Small, since the file is mapped into memory. */
const CACHE_MB = 8
/** The most that SQLite maps of a file. */
const MOST_MAPPED = 0x7fff0000
/** Slightly less: a change of the limit makes SQLite map the file anew. */
const NEARLY_MOST_MAPPED = MOST_MAPPED - (1 << 16)
/** The file has outgrown its map when it is so many times as large. */
const OUTGROWN = 1.25

interface Compiled {
  statement: StatementSync
  toRow: RowMaker
}

/** One connection to the file, which keeps the statements that have a name in their compiled form. */
export class SqliteConnection implements Queries, AsyncDisposable {
  readonly dialect = sqliteDialect
  readonly db: DatabaseSync
  readonly #path: string
  readonly #kept = new Map<string, Compiled>()
  #mapped = 0
  #limit = MOST_MAPPED

  constructor(path: string, cacheMb = CACHE_MB) {
    this.#path = path
    this.db = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5000 })
    this.db.exec('pragma journal_mode = wal; pragma synchronous = full')
    // Overwrites what is deleted, so that erased data is gone from the file and not only from its tables.
    this.db.exec('pragma secure_delete = on')
    // The log is not carried over by commits but by a thread: see log-carrier.ts.
    this.db.exec('pragma wal_autocheckpoint = 0')
    this.db.exec(`pragma mmap_size = ${this.#limit}; pragma cache_size = ${-1000 * cacheMb}`)
  }

  /**
   * SQLite maps the file at its size of the first read; pages that are added later are read one by one. Once these are
   * many, a changed limit makes SQLite map the file anew.
   */
  mapGrowth() {
    if (this.#mapped >= NEARLY_MOST_MAPPED) return
    const size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0
    if (size <= this.#mapped * OUTGROWN) return
    this.#mapped = size
    this.#limit = this.#limit === MOST_MAPPED ? NEARLY_MOST_MAPPED : MOST_MAPPED
    this.db.exec(`pragma mmap_size = ${this.#limit}`)
  }

  /** Without the thread: a commit that makes the log long also carries it over, and waits for that. */
  carryOverAlone() {
    this.db.exec('pragma wal_autocheckpoint = 4000')
  }

  rows(query: Prepared, values: readonly unknown[]): unknown[] {
    const { statement, toRow } = this.#prepare(query.sql, query.name !== undefined)
    return statement.all(...(values as SQLInputValue[])).map(toRow)
  }

  first(query: Prepared, values: readonly unknown[]): unknown {
    const { statement, toRow } = this.#prepare(query.sql, query.name !== undefined)
    const found = statement.get(...(values as SQLInputValue[]))
    return found && toRow(found)
  }

  write(query: Prepared, values: readonly unknown[]) {
    this.#prepare(query.sql, query.name !== undefined).statement.run(...(values as SQLInputValue[]))
  }

  exec(sql: string) {
    this.#prepare(sql, true).statement.run()
  }

  /** Ends a read transaction. After a disk error SQLite has ended it already, or its end fails too. */
  endReading() {
    try {
      if (this.db.isTransaction) this.exec('commit')
    } catch {
      // The read that failed has reported the error already.
    }
  }

  async [Symbol.asyncDispose]() {
    this.db.close()
  }

  #prepare(sql: string, keep: boolean): Compiled {
    let found = this.#kept.get(sql)
    if (found) return found
    const statement = this.db.prepare(sql)
    statement.setReturnArrays(true)
    found = { statement, toRow: rowMaker(statement.columns().map(({ name }) => name)) }
    if (keep) this.#kept.set(sql, found)
    return found
  }
}
