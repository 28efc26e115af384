import type { Prepared, Queries } from './engine.ts'
import type { MaybePromise } from './maybe-promise.ts'

/**
 * Passes queries on while a transaction is open and refuses them after that. If several are under way and one fails,
 * the code behind the others goes on while the transaction is rolled back, and its next queries must not reach the
 * connection's next transaction. Nor may they run outside of one: on a full disk SQLite ends the transaction by itself,
 * and each query after that would be a transaction of its own.
 */
export class TransactionQueries implements Queries {
  readonly dialect: Queries['dialect']
  #inner: Queries | undefined
  /** What later queries are refused with: the caller may hear of them before it hears of the one that failed. */
  #refusal: unknown

  constructor(inner: Queries) {
    this.dialect = inner.dialect
    this.#inner = inner
  }

  rows(query: Prepared, values: readonly unknown[]) {
    return this.#ask((inner) => inner.rows(query, values))
  }

  first(query: Prepared, values: readonly unknown[]) {
    return this.#ask((inner) => inner.first(query, values))
  }

  write(query: Prepared, values: readonly unknown[]) {
    return this.#ask((inner) => inner.write(query, values))
  }

  /** Runs the work, and refuses queries once it has succeeded or failed. */
  async during<T>(work: (tx: Queries) => MaybePromise<T>): Promise<T> {
    try {
      return await work(this)
    } finally {
      this.#inner = undefined
    }
  }

  #ask<T>(ask: (inner: Queries) => T): T | Promise<never> {
    if (!this.#inner) return Promise.reject(this.#refusal ?? new Error('The transaction has ended'))
    try {
      return ask(this.#inner)
    } catch (failure) {
      this.#inner = undefined
      this.#refusal = failure
      return Promise.reject(failure)
    }
  }
}
