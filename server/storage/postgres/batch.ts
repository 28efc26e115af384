import pg from 'pg'
import type { Prepared } from '../engine.ts'

export interface Sent {
  query: Pick<Prepared, 'sql' | 'name'>
  values: readonly unknown[]
}

export interface Answer {
  rows: unknown[]
  command: string
}

/**
 * Sends several statements as one message and gives their answers when all are done: PostgreSQL goes to the network at
 * the end of each message, and so do we. Where one fails those behind it are not tried. Outside a transaction the message
 * is one of its own.
 */
export const sendBatch = (client: pg.ClientBase, statements: readonly Sent[]): Promise<Answer[]> =>
  new Promise((resolve, reject) => void client.query(new Batch(statements, resolve, reject)))

/** What pg's queries and connections have and its types do not tell. */
interface Part extends pg.Query {
  name?: string
  text: string
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
  handleReadyForQuery(connection: Connection): void
}
type Connection = pg.Connection & { submittedNamedStatements: Record<string, string> }

class Batch extends pg.Query {
  readonly #parts: Part[]
  readonly #answers: Answer[] = []
  readonly #done: (answers: Answer[]) => void
  readonly #failed: (error: unknown) => void
  #at = 0
  /** Those of the statement whose answer is under way; the driver keeps by them what the server has prepared. */
  declare name: string | undefined
  declare text: string

  constructor(
    statements: readonly Sent[],
    done: (answers: Answer[]) => void,
    failed: (error: unknown) => void,
  ) {
    super('')
    this.#parts = statements.map((each) => this.#partOf(each))
    this.#done = done
    this.#failed = failed
    this.#tell()
  }

  override submit = (connection: pg.Connection) => {
    const silent = Object.create(connection, { sync: { value: () => {} } })
    connection.stream.cork()
    for (const part of this.#parts) part.submit(silent)
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription(message: unknown) {
    this.#parts[this.#at]!.handleRowDescription(message)
  }

  handleDataRow(message: unknown) {
    this.#parts[this.#at]!.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: Connection) {
    this.#parts[this.#at++]!.handleCommandComplete(message, connection)
    if (this.#at < this.#parts.length) this.#tell()
  }

  handleReadyForQuery(connection: Connection) {
    for (const part of this.#parts) part.handleReadyForQuery(connection)
    this.#done(this.#answers)
  }

  handleError(error: unknown, connection: Connection) {
    for (const { name } of this.#parts.slice(this.#at)) {
      if (name) delete connection.submittedNamedStatements[name]
    }
    this.#failed(error)
  }

  #tell() {
    const { name, text } = this.#parts[this.#at]!
    this.name = name
    this.text = text
  }

  #partOf({ query, values }: Sent): Part {
    // Extended also where there are no values: a simple query would end the message.
    const config = { text: query.sql, values: values as unknown[], name: query.name, queryMode: 'extended' }
    return new pg.Query(config as pg.QueryConfig, (_: unknown, result: Answer) => {
      this.#answers.push(result)
    }) as Part
  }
}
