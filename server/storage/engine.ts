import type { Expression, Kysely, RawBuilder, SelectQueryBuilder } from 'kysely'
import type { MaybePromise } from './maybe-promise.ts'
import type { Schema } from './schema.ts'

/** A query as text, compiled once; the engine keeps its prepared form as long as it keeps this object. */
export interface Prepared {
  readonly sql: string
  /** Reads only, so it may be answered outside any transaction. */
  readonly reads: boolean
  /** A frequent look-up whose values are all text: many calls of it may be sent as one query. */
  readonly together?: boolean
  /** Set for queries whose prepared form is kept; one-off queries have none. */
  readonly name: string | undefined
}

/** What runs queries: the engine itself, or an open transaction. Storage functions take it first. */
export interface Queries {
  readonly dialect: Dialect
  rows(query: Prepared, values: readonly unknown[]): MaybePromise<unknown[]>
  /** The first row, if any; cheaper than `rows` where the engine can stop there. */
  first(query: Prepared, values: readonly unknown[]): MaybePromise<unknown>
  /** Returns nothing. In a transaction it may be sent as late as the commit, which then fails if it fails. */
  write(query: Prepared, values: readonly unknown[]): MaybePromise<void>
}

export interface Engine extends Queries, AsyncDisposable {
  /** All or nothing. The work runs again after a deadlock or a conflict, so it must change nothing but the database. */
  transaction<T>(work: (tx: Queries) => MaybePromise<T>, how?: How): Promise<T>
  /** A view of the data at this moment, to be read for as long as it takes, while others go on writing. */
  snapshot(): Promise<Queries & AsyncDisposable>
  /** All reads within the call may share one snapshot, which is taken no earlier than the call. */
  readTogether<T>(read: () => T): T
  /** Changes whenever anything in the database has changed; undefined where asking costs as much as a query. */
  version(): number | undefined
  /** How busy it is at this moment. */
  load(): Load
  /** A transaction that runs while no other process migrates. */
  migrating<T>(work: Migrating<T>): Promise<T>
}

/** Runs SQL that may hold several statements. */
export type Script = (sql: string) => Promise<void>

export type Migrating<T> = (script: Script, tx: Queries) => Promise<T>

export interface How {
  /** All statements are issued in one turn and may be committed whatever they answer, so COMMIT is sent with them. */
  asksOnce?: boolean
  /** With `asksOnce`: waits for no lock and may be lost in a crash, so it may share a connection with reads. */
  brief?: boolean
}

/** The connections for transactions, and how many callers wait for one. */
interface Load {
  most: number
  open: number
  idle: number
  waiting: number
}

/** What differs between the engines, named by what it does. */
export interface Dialect {
  readonly engine: 'sqlite' | 'postgres'
  readonly builder: Kysely<Schema>
  /** Locks the selected rows until the transaction ends; even writes of rows that refer to them wait. */
  lockRows<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O>
  /** Locks the rows against others who lock or change them; rows that refer to them can be written meanwhile. */
  holdRows<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O>
  /** Keeps the rows from being deleted until the transaction ends; others may share or hold them too. */
  shareRows<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O>
  /** As `lockRows`, but skips rows that others have locked. */
  claimRows<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O>
  /** A query that locks a text: transactions that lock the same one run one after the other. */
  readonly holdName: string
  /** A generated column keeps the fields of a product as JSON, worked out at each write. */
  readonly keepsProductJson: boolean
  /** Whether a column has one of the values of a subquery. It runs once: with `in`, PostgreSQL might run it per row. */
  isAmong(column: string, values: Expression<unknown>): RawBuilder<boolean>
  /** A table of the texts in a column that holds a JSON list of them, each in `value`. */
  jsonTexts(column: string): RawBuilder<unknown>
  /** A query for every table that outlives a crash: name, columns, key and parents, lists as JSON. */
  readonly catalogue: string
  /**
   * A query for the server's version, encoding, clock (ms since 1970), and `may_make_tables`, `is_read_only` and
   * `waits_for_disk` (0 or 1).
   */
  readonly facts: string
  /** A write that changes nothing, and fails on a read-only server. */
  readonly takesWrites: Prepared
  isDuplicate(error: unknown): boolean
  /** A foreign key names a row that does not exist, or no longer. */
  isDangling(error: unknown): boolean
  /** The query names a table or a column that is not there. */
  isMissing(error: unknown): boolean
  /** The database cannot be reached or refuses to work just now; a later try may succeed. */
  isUnavailable(error: unknown): boolean
  /** The database answers and refuses every write. */
  isReadOnly(error: unknown): boolean
  /** It is unavailable only because a lock was not given in time, or because the statement took too long. */
  isBusy(error: unknown): boolean
  /** It is unavailable only because the disk has no room left for the write. */
  isFull(error: unknown): boolean
}
