import type { Prepared } from '../engine.ts'

type Run = (text: string, name: string, values: unknown[]) => Promise<Array<Record<string, unknown>>>

interface Waiting {
  values: readonly unknown[]
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/**
 * Merges all calls of one look-up in one turn of the event loop into a single query: a round trip costs far more than
 * another row in it. For look-ups whose values are all text.
 */
export class Gathered {
  readonly #run: Run
  /** Calls to be sent at the end of this turn, by look-up. */
  readonly #waiting = new Map<Prepared, Waiting[]>()
  readonly #many = new Map<Prepared, string>()

  constructor(run: Run) {
    this.#run = run
  }

  rows(query: Prepared, values: readonly unknown[]): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      const asked = { values, resolve, reject }
      const others = this.#waiting.get(query)
      if (others?.length) return void others.push(asked)
      this.#waiting.set(query, [asked])
      setImmediate(() => void this.#send(query))
    })
  }

  async #send(query: Prepared) {
    const asked = this.#waiting.get(query)!
    this.#waiting.set(query, [])
    try {
      const columns = asked[0]!.values.map((_, i) => asked.map(({ values }) => values[i]))
      const rows = await this.#run(this.#manyOf(query, columns.length), `${query.name}_many`, columns)
      const found = asked.map((): unknown[] => [])
      for (const row of rows) found[Number(row.asked_at) - 1]!.push(row)
      for (const [i, { resolve }] of asked.entries()) resolve(found[i]!)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  #manyOf(query: Prepared, count: number): string {
    const kept = this.#many.get(query)
    if (kept) return kept
    const made = manyAtOnce(query.sql, count)
    this.#many.set(query, made)
    return made
  }
}

/** Runs the look-up once for each row of the arrays: `$1` becomes the first column of that row, and so on. */
function manyAtOnce(sql: string, count: number): string {
  const places = Array.from({ length: count }, (_, i) => i + 1)
  const arrays = places.map((place) => `$${place}::text[]`).join(', ')
  const names = places.map((place) => `v${place}`).join(', ')
  const one = sql.replace(/\$(\d+)/g, 'asked.v$1')
  return `select asked.asked_at, one.* from unnest(${arrays}) with ordinality as asked (${names}, asked_at)
    cross join lateral (${one}) as one`
}
