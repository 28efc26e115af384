import { isBelieved, lookAgain } from '../rules/steady-clock.ts'
import { findClockLook, setClockLook } from '../storage/clock-look.ts'
import type { Queries } from '../storage/engine.ts'
import type { World } from '../world.ts'

/**
 * By a clock that is ahead everything is old. So whatever is given up or forgotten for its age waits until the clock has
 * run for hours without a leap, which is noted in the database: it holds over a restart, and for all instances. What was
 * dated by a clock that was days behind seems older than it is: whoever gives `ageMs` waits until the clock has run so
 * long without a leap of days.
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
