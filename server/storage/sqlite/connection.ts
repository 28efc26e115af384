import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Prepared, Queries } from '../engine.ts'
import { sqliteDialect } from './dialect.ts'

/** The file is mapped, so there is little to keep beside it. */
const CACHE_MB = 8

/** One connection to the file, which keeps the statements that have a name in their compiled form. */
export class SqliteConnection implements Queries, AsyncDisposable {
  readonly dialect = sqliteDialect
  readonly db: DatabaseSync
  readonly #kept = new Map<string, StatementSync>()

  constructor(path: string, cacheMb = CACHE_MB) {
    this.db = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5000 })
    // At a commit the log is carried over only from 16 MB on: see log-carrier.ts.
    this.db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 4000')
    this.db.exec(`pragma mmap_size = 2147483648; pragma cache_size = ${-1000 * cacheMb}`)
  }

  rows(query: Prepared, values: readonly unknown[]): unknown[] {
    return this.#prepare(query.sql, query.name !== undefined).all(...(values as SQLInputValue[]))
  }

  first(query: Prepared, values: readonly unknown[]): unknown {
    return this.#prepare(query.sql, query.name !== undefined).get(...(values as SQLInputValue[]))
  }

  write(query: Prepared, values: readonly unknown[]) {
    this.#prepare(query.sql, query.name !== undefined).run(...(values as SQLInputValue[]))
  }

  exec(sql: string) {
    this.#prepare(sql, true).run()
  }

  async [Symbol.asyncDispose]() {
    this.db.close()
  }

  #prepare(sql: string, keep: boolean): StatementSync {
    let found = this.#kept.get(sql)
    if (found) return found
    found = this.db.prepare(sql)
    if (keep) this.#kept.set(sql, found)
    return found
  }
}
