import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../world.ts'

const PAUSE_MS = 500

/** Retries database work while the database is away or full, until it is told to stop. */
export async function onceAvailable<T>(
  { db: { dialect } }: World,
  stopping: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!dialect.isUnavailable(error) || stopping?.aborted) throw error
      await sleep(PAUSE_MS, undefined, { signal: stopping }).catch(() => {})
    }
  }
}
