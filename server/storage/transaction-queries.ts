import type { Prepared, Queries } from './engine.ts'
import type { Soon } from './soon.ts'

/**
 * The queries of one transaction, and of nothing after it. Where several are under way and one fails, the others still
 * go on while the transaction is rolled back; what they ask then must not reach the connection's next transaction.
 */
export class TransactionQueries implements Queries {
  readonly dialect: Queries['dialect']
  #inner: Queries | undefined

  constructor(inner: Queries) {
    this.dialect = inner.dialect
    this.#inner = inner
  }

  rows(query: Prepared, values: readonly unknown[]) {
    return this.#open().rows(query, values)
  }

  first(query: Prepared, values: readonly unknown[]) {
    return this.#open().first(query, values)
  }

  write(query: Prepared, values: readonly unknown[]) {
    return this.#open().write(query, values)
  }

  /** Runs the work, and is closed when it has ended, in whatever way. */
  async during<T>(work: (tx: Queries) => Soon<T>): Promise<T> {
    try {
      return await work(this)
    } finally {
      this.#inner = undefined
    }
  }

  #open(): Queries {
    if (!this.#inner) throw new Error('The transaction has ended')
    return this.#inner
  }
}
