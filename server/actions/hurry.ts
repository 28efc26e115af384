import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE_MS } from '../rules/values/durations.ts'
import { bringForward, WAITING_KINDS, type Waiting } from '../storage/bring-forward.ts'
import type { World } from '../world.ts'

/** Longer than any claim lasts: what is due within it may be on its way now, and comes soon anyway. */
const LONGEST_CLAIM_MS = 5 * MINUTE_MS
/** Lets the service that runs beside this command write: SQLite allows one writer at a time. */
const PAUSE_MS = 20

/**
 * Makes everything due now that waits for a later try, batch by batch: for use after an outage, or after a clock was
 * set back.
 */
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
