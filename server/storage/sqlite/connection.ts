import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Prepared, Queries } from '../engine.ts'
import { sqliteDialect } from './dialect.ts'
import { type RowMaker, rowMaker } from './row-maker.ts'

/** The file is mapped, so there is little to keep beside it. */
const CACHE_MB = 8

interface Compiled {
  statement: StatementSync
  toRow: RowMaker
}

/** One connection to the file, which keeps the statements that have a name in their compiled form. */
export class SqliteConnection implements Queries, AsyncDisposable {
  readonly dialect = sqliteDialect
  readonly db: DatabaseSync
  readonly #kept = new Map<string, Compiled>()

  constructor(path: string, cacheMb = CACHE_MB) {
    this.db = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5000 })
    // At a commit the log is carried over only from 16 MB on: see log-carrier.ts.
    this.db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 4000')
    this.db.exec(`pragma mmap_size = 2147483648; pragma cache_size = ${-1000 * cacheMb}`)
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
