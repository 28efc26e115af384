import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../engine.ts'

/** A row that should not be as it is. */
export interface Offender {
  store_id: string
  /** Of the row that is told about: an order, a payment, a product… */
  id: string
  problem: string
}

export interface Moment {
  now: number
}

/** What is always true of the data, and the one query that finds whatever breaks it, on both engines. */
export interface Invariant {
  name: string
  claim: string
  offenders(moment: Moment, dialect: Dialect): RawBuilder<Offender>
}

/** The rows of all parts. Each part finds its rows along indexes, so that none has to be kept or sorted whole. */
export const anyOf = (parts: readonly RawBuilder<Offender>[]): RawBuilder<Offender> =>
  sql<Offender>`${sql.join(parts, sql` union all `)}`
