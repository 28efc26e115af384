import type { Queries } from './engine.ts'
import { findFact, firstFact, forgetFact, setFact } from './service-facts.ts'

const NAME = 'installation'

/** Which installation this database is, as the mark in its image store says; undefined until it has made one. */
export const findInstallation = (db: Queries) => findFact(db, NAME)

/** Makes the new id that of the database, unless it has one. */
export const beInstallation = (db: Queries, newId: string) => firstFact(db, NAME, newId)

/** The database takes the place of the one that had this id. */
export const becomeInstallation = (tx: Queries, id: string) => setFact(tx, NAME, id)

export const forgetInstallation = (db: Queries) => forgetFact(db, NAME)
