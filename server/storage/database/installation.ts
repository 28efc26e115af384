import type { Queries } from '../engine.ts'
import { findFact, firstFact, forgetFact, setFact } from './service-facts.ts'

const NAME = 'installation'
const MARKING = 'marking '

/** Which installation a database is, as the mark in its image store says. */
export interface Installation {
  id: string
  /** It has found the files there to be its own, and the mark that says so may not be written yet. */
  isMarking: boolean
}

/** Undefined until it has come to an image store. */
export async function findInstallation(db: Queries): Promise<Installation | undefined> {
  const value = await findFact(db, NAME)
  return value === undefined ? undefined : fromFact(value)
}

/** The id of the database, which is the new one unless it has one. */
export const beginInstallation = async (db: Queries, newId: string): Promise<string> =>
  fromFact(await firstFact(db, NAME, MARKING + newId)).id

/** Also where the database takes the place of the one that was this installation. */
export const becomeInstallation = (tx: Queries, { id, isMarking }: Installation) =>
  setFact(tx, NAME, isMarking ? MARKING + id : id)

export const forgetInstallation = (db: Queries) => forgetFact(db, NAME)

function fromFact(value: string): Installation {
  const isMarking = value.startsWith(MARKING)
  return { id: isMarking ? value.slice(MARKING.length) : value, isMarking }
}
