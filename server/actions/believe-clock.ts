import { isBelieved, lookAgain } from '../rules/steady-clock.ts'
import { findClockLook, setClockLook } from '../storage/clock-look.ts'
import type { Queries } from '../storage/engine.ts'
import type { World } from '../world.ts'

/**
 * By a clock that is ahead everything looks old. So nothing is given up or forgotten for its age before the clock has
 * run for hours without a leap. That is noted in the database, so it holds over a restart and for all instances. What
 * was dated by a clock that was days behind looks older than it is: who gives `ageMs` waits until the clock has run for
 * that long without a leap of days.
 */
export async function isClockBelieved(
  { now, clockMayBeWrong }: World,
  db: Queries,
  ageMs = 0,
): Promise<boolean> {
  if (!clockMayBeWrong) return true
  const last = await findClockLook(db)
  return last !== undefined && isBelieved(lookAgain(last, now()), ageMs)
}

/** To be done more often than every half hour. */
export async function lookAtClock({ db, now, log }: World): Promise<void> {
  const last = await findClockLook(db)
  const look = lookAgain(last, now())
  await setClockLook(db, look)
  if (last && look.steadySince !== last.steadySince)
    log.info(
      { lastSeen: new Date(last.at), now: new Date(look.at) },
      'The service was away or its clock was set: for six hours nothing is given up or forgotten for its age',
    )
}
