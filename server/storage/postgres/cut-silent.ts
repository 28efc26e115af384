import type { Socket } from 'node:net'
import type pg from 'pg'

/** What pg's clients have and its types do not tell. */
export type CuttableClient = pg.Client & {
  connection: { stream: Socket }
  /** What was sent: the query whose answer is due, and those behind it. */
  _activeQuery: unknown
  _sentQueryQueue: readonly unknown[]
}

/** Longer than a session of ours lets a statement take. */
const SILENT_FOR_MS = 70_000

/**
 * Cuts off a connected client that owes an answer and has been silent for longer than any answer may take. Something in
 * between, such as a firewall, may have lost this one connection while the server answers on others; the kernel would
 * take a quarter of an hour to notice.
 */
export function cutSilent(client: CuttableClient, silentForMs = SILENT_FOR_MS) {
  const { stream } = client.connection
  stream.setTimeout(silentForMs)
  stream.on('timeout', () => {
    if (client._activeQuery || client._sentQueryQueue.length > 0) stream.destroy()
  })
}

/** For work whose statements may take as long as they need. */
export function letBeSilent({ connection: { stream } }: CuttableClient): Disposable {
  const { timeout = 0 } = stream
  stream.setTimeout(0)
  return { [Symbol.dispose]: () => void stream.setTimeout(timeout) }
}
