import type { ClockReading } from '../../rules/steady-clock.ts'
import type { Queries } from '../engine.ts'
import { findFact, setFact } from './service-facts.ts'

const NAME = 'clock'

export async function findClockReading(db: Queries): Promise<ClockReading | undefined> {
  // Earlier versions noted only the first two of the three.
  const [at, steadySince, unbrokenSince = steadySince] =
    (await findFact(db, NAME))?.split(' ').map(Number) ?? []
  if (at === undefined || steadySince === undefined || unbrokenSince === undefined) return undefined
  return { at, steadySince, unbrokenSince }
}

export const setClockReading = (db: Queries, { at, steadySince, unbrokenSince }: ClockReading) =>
  setFact(db, NAME, [at, steadySince, unbrokenSince].join(' '))
