import type { Socket } from 'node:net'
import type pg from 'pg'

/** Members of pg's clients that its types lack. */
export interface Cuttable {
  connection: { stream: Socket }
  /** Sent and not answered: the query whose answer is due, and those behind it. */
  _activeQuery: unknown
  _sentQueryQueue: readonly unknown[]
}

export type CuttableClient = pg.Client & Cuttable

/** Longer than the `statement_timeout` of our sessions. */
const SILENT_FOR_MS = 70_000

/**
 * Cuts a connection that has been silent with a query unanswered for longer than any query may take. Something in
 * between, such as a firewall, may have dropped this one connection while the server answers on others; the kernel
 * would take a quarter of an hour to notice.
 */
export function cutSilent(client: CuttableClient, silentForMs = SILENT_FOR_MS) {
  const { stream } = client.connection
  stream.setTimeout(silentForMs)
  stream.on('timeout', () => {
    if (client._activeQuery || client._sentQueryQueue.length > 0) stream.destroy()
  })
}

/** Lifts that limit for work whose statements may take as long as they need. */
export function allowSilence({ connection: { stream } }: Cuttable): Disposable {
  const { timeout = 0 } = stream
  stream.setTimeout(0)
  return { [Symbol.dispose]: () => void stream.setTimeout(timeout) }
}
