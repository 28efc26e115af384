import type { Engine, Prepared, Queries } from '../../server/storage/engine.ts'

export interface Recorded {
  sql: string
  name: string
  values: readonly unknown[]
}

/** An engine that records every statement, grouped by transaction. */
export function recording(engine: Engine): { engine: Engine; transactions: Recorded[][] } {
  const transactions: Recorded[][] = []
  const noted = ({ sql, name }: Prepared, values: readonly unknown[]) => ({ sql, name: name ?? sql, values })
  const watched = (queries: Queries, note: (statement: Recorded) => void): Queries => ({
    dialect: queries.dialect,
    rows(query, values) {
      note(noted(query, values))
      return queries.rows(query, values)
    },
    first(query, values) {
      note(noted(query, values))
      return queries.first(query, values)
    },
    write(query, values) {
      note(noted(query, values))
      return queries.write(query, values)
    },
  })
  return {
    transactions,
    engine: {
      ...watched(engine, (statement) => transactions.push([statement])),
      transaction(work) {
        const group: Recorded[] = []
        transactions.push(group)
        return engine.transaction((tx) => work(watched(tx, (statement) => group.push(statement))))
      },
      snapshot: () => engine.snapshot(),
      readTogether: (read) => engine.readTogether(read),
      version: () => engine.version(),
      load: () => engine.load(),
      migrating: (work) => engine.migrating(work),
      [Symbol.asyncDispose]: async () => {},
    },
  }
}

/**
 * Rewrites the statements for another purchase: the purchase's own ids are replaced by new ones, and those of store and
 * product by the ones in `exchanged`.
 */
export function rewriter(transactions: readonly Recorded[][], exchanged: Record<string, unknown>) {
  const own = new Set(
    transactions
      .flat()
      .flatMap(({ values }) =>
        values.filter(
          (value): value is string =>
            typeof value === 'string' &&
            /^(test_)?[0-9a-f-]{36}$|^[\w-]{32}$/.test(value) &&
            !(value in exchanged),
        ),
      ),
  )
  return (others: Record<string, string>) => {
    const fresh = new Map<string, string>(Object.entries(others))
    for (const id of own) {
      const made = crypto.randomUUID()
      fresh.set(id, id.startsWith('test_') ? `test_${made}` : made)
    }
    const swap = (value: unknown) => {
      if (typeof value !== 'string') return value
      const whole = fresh.get(value)
      if (whole !== undefined) return whole
      if (!value.startsWith('{') && !value.startsWith('evt_')) return value
      let text = value
      for (const [from, to] of fresh) text = text.replaceAll(from, to)
      return text
    }
    return transactions.map((group) =>
      group.map(({ sql, name, values }) => ({ sql, name, values: values.map(swap) })),
    )
  }
}
