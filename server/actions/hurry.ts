import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE_MS } from '../rules/values/durations.ts'
import { bringForward, WAITING_KINDS, type Waiting } from '../storage/bring-forward.ts'
import type { World } from '../world.ts'

/** Longer than anything is claimed for: what is due within it may just be being sent, and comes soon anyway. */
const LONGEST_CLAIM_MS = 5 * MINUTE_MS
/** For the service beside this command to write in: on SQLite only one of them can. */
const PAUSE_MS = 20

/** Makes everything due that waits for a later try, as after an outage, or when a clock was set back; a piece at a time. */
export async function hurry({ db, now, signals }: World): Promise<Record<Waiting, number>> {
  const at = now()
  const when = { now: at, beyond: at + LONGEST_CLAIM_MS }
  const brought = { mails: 0, letters: 0, deliveries: 0, payments: 0 }
  for (const what of WAITING_KINDS) {
    for (let hasMore = true; hasMore; ) {
      const some = await bringForward(db, what, when)
      brought[what] += some.count
      hasMore = some.hasMore
      if (hasMore) await pause(PAUSE_MS)
    }
  }
  signals.raise('deliveries')
  return brought
}
