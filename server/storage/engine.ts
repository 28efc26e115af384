import type { Expression, Kysely, RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Schema } from './schema.ts'
import type { Soon } from './soon.ts'

/** A query as text, compiled once; the engine keeps its prepared form as long as it keeps this object. */
export interface Prepared {
  readonly sql: string
  /** Reads only, so it may be answered outside any transaction. */
  readonly reads: boolean
  /** Looks up by text values and is asked for often: many such may be sent as one. */
  readonly together?: boolean
  /** Set for queries that are kept; one-off queries have none and are not remembered. */
  readonly name: string | undefined
}

/** What runs queries: the engine itself, or an open transaction. Storage functions take it first. */
export interface Queries {
  readonly dialect: Dialect
  rows(query: Prepared, values: readonly unknown[]): Soon<unknown[]>
  /** The first row, where there is one; cheaper than all of them where the engine can tell. */
  first(query: Prepared, values: readonly unknown[]): Soon<unknown>
  /** Nothing is asked in return. In a transaction it may leave as late as the commit, which fails where it fails. */
  write(query: Prepared, values: readonly unknown[]): Soon<void>
}

export interface Engine extends Queries, AsyncDisposable {
  /** All or nothing. The work may run again after a lost race, so it touches nothing but the database. */
  transaction<T>(work: (tx: Queries) => Soon<T>, how?: How): Promise<T>
  /** Everything as it is at this moment, to be read for as long as it takes, while others go on writing. */
  snapshot(): Promise<Queries & AsyncDisposable>
  /** All that is read within the call may share one look at the data, which is taken no earlier than the call. */
  lookOnce<T>(read: () => T): T
  /** Another number whenever anybody has changed anything since; undefined where asking costs as much as a query. */
  version(): number | undefined
  /** How busy it is at this moment. */
  load(): Load
  /** A transaction that runs while no other process migrates. */
  migrating<T>(work: Migrating<T>): Promise<T>
}

/** Runs what may hold several statements. */
export type Script = (sql: string) => Promise<void>

export type Migrating<T> = (script: Script, tx: Queries) => Promise<T>

export interface How {
  /** All is asked in one turn, and right to be kept whatever the answers are: so the commit may travel with it. */
  asksOnce?: boolean
  /** Of what asks once: waits for nobody and need not outlive a crash, so it may share a connection with reads. */
  brief?: boolean
}

/** The connections for transactions, and who waits for one. */
interface Load {
  most: number
  open: number
  idle: number
  waiting: number
}

/** All that differs between the engines, named by what it does. */
export interface Dialect {
  readonly engine: 'sqlite' | 'postgres'
  readonly builder: Kysely<Schema>
  /** Holds the selected rows until the transaction ends; who wants to write what refers to them waits too. */
  lockRows<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O>
  /** Holds the rows from others who hold them so; what refers to them is written meanwhile. */
  holdRows<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O>
  /** Lets others read and hold the rows too, but nobody delete them, until the transaction ends. */
  shareRows<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O>
  /** As `lockRows`, leaving out rows that somebody else holds. */
  claimRows<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O>
  /** A query that lets transactions which give it the same text pass one after the other. */
  readonly holdName: string
  /** The fields of a product are kept as JSON beside its columns, worked out at each write. */
  readonly keepsProductJson: boolean
  /** Whether a column has one of the values of a query that is run once: PostgreSQL might run it for each row. */
  isAmong(column: string, values: Expression<unknown>): RawBuilder<boolean>
  /** A table of the texts in a column that holds a JSON list of them, each in `value`. */
  jsonTexts(column: string): RawBuilder<unknown>
  /** A query for every table that outlives a crash: name, columns, key and parents, lists as JSON. */
  readonly catalogue: string
  /** A query for the server's version, its clock in ms since 1970, whether tables may be made (1), whether it is read-only. */
  readonly facts: string
  /** A query that fails on a server that answers and takes no writes, and changes nothing on any. */
  readonly takesWrites: Prepared
  isDuplicate(error: unknown): boolean
  /** What was written names something that is not there, or no longer. */
  isDangling(error: unknown): boolean
  /** The query names a table or a column that is not there. */
  isMissing(error: unknown): boolean
  /** The database cannot be reached or refuses to work just now; a later try may succeed. */
  isUnavailable(error: unknown): boolean
  /** The database answers and refuses every write. */
  isReadOnly(error: unknown): boolean
  /** It is unavailable only because others held what was needed for too long, or because it took too long. */
  isBusy(error: unknown): boolean
  /** There is no room left for what was to be written. */
  isFull(error: unknown): boolean
}
