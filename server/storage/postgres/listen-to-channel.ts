import { addAbortListener } from 'node:events'
import pg from 'pg'
import { connectionTo } from './connection-to.ts'
import { cutLater } from './cut-later.ts'
import type { CuttableClient } from './cut-silent.ts'
import { LISTEN } from './running-services.ts'
import { LASTS_AS_ITS_CLIENT } from './session.ts'

interface Hearing {
  said(payload: string | undefined): void
  /** Closes the connection. */
  signal: AbortSignal
}

/** Passes on the notifications of our channel until the connection ends. */
export async function listenToChannel(url: string, { said, signal }: Hearing) {
  const client = new pg.Client(connectionTo(url)) as CuttableClient
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  client.on('end', end).on('error', () => end())
  client.on('notification', ({ payload }) => said(payload))
  using leaving = new DisposableStack()
  const leave = () => {
    leaving.use(cutLater(() => client.connection.stream.destroy()))
    end()
  }
  leaving.use(addAbortListener(signal, leave))
  await client.connect()
  try {
    await client.query(LASTS_AS_ITS_CLIENT)
    await client.query(LISTEN)
    await ended
  } finally {
    await client.end().catch(() => {})
  }
}
