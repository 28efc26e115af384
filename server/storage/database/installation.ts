import type { Queries } from '../engine.ts'
import { findFact, firstFact, forgetFact, setFact } from './service-facts.ts'

const NAME = 'installation'
const MARKING = 'marking '

/** The installation that a database belongs to; a mark in the image store names it too. */
export interface Installation {
  id: string
  /** It has found that the image files are its own, but the mark that says so may not be written yet. */
  isMarking: boolean
}

/** Undefined until the database was first used with an image store. */
export async function findInstallation(db: Queries): Promise<Installation | undefined> {
  const value = await findFact(db, NAME)
  return value === undefined ? undefined : fromFact(value)
}

/** The id of the database, which becomes the new one unless it has one. */
export const beginInstallation = async (db: Queries, newId: string): Promise<string> =>
  fromFact(await firstFact(db, NAME, MARKING + newId)).id

/** Also used when this database replaces the one that was this installation. */
export const becomeInstallation = (tx: Queries, { id, isMarking }: Installation) =>
  setFact(tx, NAME, isMarking ? MARKING + id : id)

export const forgetInstallation = (db: Queries) => forgetFact(db, NAME)

function fromFact(value: string): Installation {
  const isMarking = value.startsWith(MARKING)
  return { id: isMarking ? value.slice(MARKING.length) : value, isMarking }
}
