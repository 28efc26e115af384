import type { ClockLook } from '../rules/steady-clock.ts'
import { findFact, setFact } from './database/service-facts.ts'
import type { Queries } from './engine.ts'

const NAME = 'clock'

export async function findClockLook(db: Queries): Promise<ClockLook | undefined> {
  const [at, steadySince] = (await findFact(db, NAME))?.split(' ').map(Number) ?? []
  return at !== undefined && steadySince !== undefined ? { at, steadySince } : undefined
}

export const setClockLook = (db: Queries, { at, steadySince }: ClockLook) =>
  setFact(db, NAME, `${at} ${steadySince}`)
