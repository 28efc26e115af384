import type { Queries } from '../engine.ts'
import { findFact, setFact } from './service-facts.ts'

const NAME = 'moved'

/** Identifies the data that a move has brought to this database; undefined if there was no move. */
export const findMoveMark = (db: Queries) => findFact(db, NAME)

export const setMoveMark = (tx: Queries, value: string) => setFact(tx, NAME, value)
