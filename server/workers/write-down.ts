import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../world.ts'

const PAUSE_MS = 500

/**
 * Writes down that something has been sent, over and over while the database is away or full, until it is told to stop:
 * what is not written down is sent a second time.
 */
export async function writeDown(
  { db: { dialect } }: World,
  stopping: AbortSignal | undefined,
  write: () => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      const mayPass = dialect.isUnavailable(error) || dialect.isFull(error)
      if (!mayPass || stopping?.aborted) throw error
      await sleep(PAUSE_MS, undefined, { signal: stopping }).catch(() => {})
    }
  }
}
