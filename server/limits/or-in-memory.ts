import type { OutageLog } from '../outage-log.ts'
import { MemoryCounter } from './memory-counter.ts'
import type { Hit } from './redis-hit.ts'

/** Counts with all instances together; while that fails, in this instance's memory. */
export function orInMemory(together: Hit, failures: Pick<OutageLog, 'note' | 'worked'>): Hit {
  const alone = new MemoryCounter()
  return async (subject, operation, now) => {
    try {
      const counted = await together(subject, operation, now)
      failures.worked()
      return counted
    } catch (error) {
      failures.note({ err: error })
      return alone.hit(subject, operation, now)
    }
  }
}
