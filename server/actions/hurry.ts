import { MINUTE_MS } from '../rules/values/durations.ts'
import { type BroughtForward, bringForward } from '../storage/bring-forward.ts'
import type { World } from '../world.ts'

/** Longer than anything is claimed for: what is due within it may just be being sent, and comes soon anyway. */
const LONGEST_CLAIM_MS = 5 * MINUTE_MS

/** Makes everything due that waits for a later try, as after an outage, or when a clock was set back. */
export async function hurry({ db, now, signals }: World): Promise<BroughtForward> {
  const at = now()
  const brought = await db.transaction((tx) => bringForward(tx, at, at + LONGEST_CLAIM_MS))
  signals.raise('deliveries')
  return brought
}
