import { isBelieved, nextReading } from '../rules/steady-clock.ts'
import { findClockReading, setClockReading } from '../storage/database/clock-reading.ts'
import type { Queries } from '../storage/engine.ts'
import type { World } from '../world.ts'

/**
 * A clock that is ahead makes everything look old. So nothing is given up or forgotten for its age until the clock has
 * run for hours without a leap. The database keeps that time, so it survives a restart and holds for all instances.
 * What a clock dated while it was days behind looks older than it is: a caller that passes `ageMs` waits until the
 * clock has run that long without a leap of days.
 */
export async function isClockBelieved(
  { now, clockMayBeWrong }: World,
  db: Queries,
  ageMs = 0,
): Promise<boolean> {
  if (!clockMayBeWrong) return true
  const last = await findClockReading(db)
  return last !== undefined && isBelieved(nextReading(last, now()), ageMs)
}

/** Call it more often than every half hour: a longer gap counts as a leap. */
export async function readClock({ db, now, log }: World): Promise<void> {
  const last = await findClockReading(db)
  const reading = nextReading(last, now())
  await setClockReading(db, reading)
  if (last && reading.steadySince !== last.steadySince)
    log.info(
      { lastSeen: new Date(last.at), now: new Date(reading.at) },
      'The service was down or its clock was changed: for six hours nothing is given up or deleted because of its age',
    )
}
