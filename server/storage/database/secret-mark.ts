import type { Queries } from '../engine.ts'
import { findFact, setFact } from './service-facts.ts'

const NAME = 'secret'

/** The mark of the secret under which this data was written, if it has been noted. */
export const findSecretMark = (db: Queries) => findFact(db, NAME)

export const setSecretMark = (db: Queries, value: string) => setFact(db, NAME, value)
