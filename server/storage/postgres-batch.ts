import pg from 'pg'
import type { Prepared } from './engine.ts'

export interface Answer {
  rows: unknown[]
  command: string
}

export interface Asked {
  query: Pick<Prepared, 'sql' | 'name'>
  values: readonly unknown[]
  answered?(answer: Answer): void
  failed?(error: unknown): void
}

/** What pg's queries and connections have and its types do not tell. */
interface Part extends pg.Query {
  name?: string
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
  handleReadyForQuery(connection: Connection): void
  handleError(error: unknown, connection: Connection): void
}
type Connection = pg.Connection & { submittedNamedStatements: Record<string, string> }

/**
 * Several statements that leave as one message and are answered by one: PostgreSQL goes to the network at each end of a
 * message, and so do we. Where one fails those behind it are not tried. Outside a transaction they are one of their own.
 */
export class Batch extends pg.Query {
  readonly #parts: Part[]
  #at = 0
  /** Those of the statement whose answer is under way; the driver keeps by them what the server has prepared. */
  declare name: string | undefined
  declare text: string

  constructor(asked: readonly Asked[]) {
    super('')
    this.#parts = asked.map(partOf)
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
  }

  handleError(error: unknown, connection: Connection) {
    for (const { name } of this.#parts.slice(this.#at)) {
      if (name) delete connection.submittedNamedStatements[name]
    }
    for (const part of this.#parts) part.handleError(error, connection)
  }

  #tell() {
    const { name, text } = this.#parts[this.#at] as Part & { text: string }
    this.name = name
    this.text = text
  }
}

function partOf({ query, values, answered, failed }: Asked): Part {
  // Extended also where there are no values: a simple query would end the message.
  const config = { text: query.sql, values: values as unknown[], name: query.name, queryMode: 'extended' }
  return new pg.Query(config as pg.QueryConfig, (error: unknown, result: Answer) => {
    if (error) failed?.(error)
    else answered?.(result)
  }) as Part
}
