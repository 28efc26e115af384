import type { Writable } from 'node:stream'
import type pg from 'pg'

/**
 * What is asked on a connection in one turn of the event loop leaves in one write: the system calls cost as much as all
 * else that the driver does.
 */
export function writeTogether(client: pg.ClientBase) {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
