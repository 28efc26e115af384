import pg from 'pg'
import type { Prepared } from '../engine.ts'

export interface Sent {
  query: Pick<Prepared, 'sql' | 'name'>
  values: readonly unknown[]
}

export interface Answer {
  rows: unknown[]
  /** PostgreSQL's command tag, such as `COMMIT` or `UPDATE 1`. */
  command: string
}

/**
 * Sends several statements with one Sync at the end, so that both sides write to the network once, and resolves when
 * all are done. If one fails, PostgreSQL skips those behind it. Outside a transaction they are a transaction of their
 * own.
 */
export const sendBatch = (client: pg.ClientBase, statements: readonly Sent[]): Promise<Answer[]> =>
  new Promise((resolve, reject) => void client.query(new Batch(statements, resolve, reject)))

/** Members of pg's connections that its types lack or describe otherwise. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  /** Statement texts by name: of those that the server has prepared, and of those that it was asked to prepare. */
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: { name: string | undefined; text: string }): void
  bind(how: { statement: string | undefined; values: readonly unknown[]; valueMapper: typeof asText }): void
  describe(what: { type: 'P' }): void
  execute(): void
  sync(): void
}

interface Column {
  name: string
  parse(text: string): unknown
}

/** What a connection knows of its statements, by their names. */
interface Learned {
  /** Of each prepared statement. They stay true: the server refuses the statement if they change. */
  columns: Map<string, Column[]>
  /** Why a statement could not be prepared: batches sent meanwhile are told only that there is no such statement. */
  refusals: Map<string, unknown>
}

const learnedOn = new WeakMap<Wire, Learned>()

const NOT_PREPARED = '26000'

/** One query to the driver, however many statements it has: the driver's objects for each cost more than sending it. */
class Batch extends pg.Query {
  readonly #statements: readonly Sent[]
  readonly #done: (answers: Answer[]) => void
  readonly #failed: (error: unknown) => void
  readonly #answers: Answer[] = []
  #learned: Learned = { columns: new Map(), refusals: new Map() }
  #columns: Column[] = []
  #rows: unknown[] = []
  /** Of the statement whose answer comes next: the driver reads them to record what the server has prepared. */
  declare name: string | undefined
  declare text: string

  constructor(
    statements: readonly Sent[],
    done: (answers: Answer[]) => void,
    failed: (error: unknown) => void,
  ) {
    super('')
    this.#statements = statements
    this.#done = done
    this.#failed = failed
  }

  override submit = (connection: unknown) => {
    const wire = connection as Wire
    this.#learned = learnedBy(wire)
    wire.stream.cork()
    for (const statement of this.#statements) send(wire, statement, this.#learned.columns)
    wire.sync()
    wire.stream.uncork()
    this.#expect()
  }

  handleRowDescription({ fields }: { fields: Array<{ name: string; dataTypeID: number }> }) {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID),
    }))
  }

  handleDataRow({ fields }: { fields: Array<string | null> }) {
    const row: Record<string, unknown> = {}
    for (const [i, text] of fields.entries()) {
      const { name, parse } = this.#columns[i]!
      row[name] = text === null ? null : parse(text)
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }) {
    if (this.name) this.#learned.columns.set(this.name, this.#columns)
    this.#answers.push({ rows: this.#rows, command: text })
    this.#expect()
  }

  handleReadyForQuery() {
    this.#done(this.#answers)
  }

  handleError(error: unknown, wire: Wire) {
    const cause = this.#causeOf(error, wire)
    for (const { query } of this.#statements.slice(this.#answers.length)) {
      if (query.name) delete wire.submittedNamedStatements[query.name]
    }
    this.#failed(cause)
  }

  /** Notes the cause for the statement that failed only: those behind it were skipped, so nothing is known of them. */
  #causeOf(error: unknown, { parsedStatements }: Wire): unknown {
    if (!this.name || parsedStatements[this.name]) return error
    const { refusals } = this.#learned
    const isNotPrepared = (error as { code?: string }).code === NOT_PREPARED
    const cause = (isNotPrepared && refusals.get(this.name)) || error
    refusals.set(this.name, cause)
    return cause
  }

  #expect() {
    const next = this.#statements[this.#answers.length]
    if (!next) return
    this.name = next.query.name
    this.text = next.query.sql
    this.#rows = []
    this.#columns = (this.name && this.#learned.columns.get(this.name)) || []
  }
}

function learnedBy(wire: Wire): Learned {
  const kept = learnedOn.get(wire)
  if (kept) return kept
  const fresh: Learned = { columns: new Map(), refusals: new Map() }
  learnedOn.set(wire, fresh)
  return fresh
}

function send(wire: Wire, { query, values }: Sent, known: ReadonlyMap<string, unknown>) {
  const { name, sql } = query
  const { parsedStatements, submittedNamedStatements } = wire
  if (!name || !(parsedStatements[name] ?? submittedNamedStatements[name])) {
    wire.parse({ name, text: sql })
    if (name) submittedNamedStatements[name] = sql
  }
  wire.bind({ statement: name, values, valueMapper: asText })
  if (!name || !known.has(name)) wire.describe({ type: 'P' })
  wire.execute()
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return Array.isArray(value) ? `{${value.map(asElement).join()}}` : String(value)
}

const asElement = (value: unknown): string =>
  value === null ? 'null' : `"${String(value).replace(/["\\]/g, '\\$&')}"`
