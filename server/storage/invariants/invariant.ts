import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../engine.ts'

/** A row that breaks an invariant. */
export interface Offender {
  store_id: string
  /** The id of that row: an order, a payment, a product… */
  id: string
  problem: string
}

export interface Moment {
  now: number
}

/** A claim that is always true of the data, and one query for both engines that finds what breaks it. */
export interface Invariant {
  name: string
  claim: string
  offenders(moment: Moment, dialect: Dialect): RawBuilder<Offender>
}

/** The rows of all parts. Each part must find its rows along indexes, so that the engine buffers and sorts no table. */
export const anyOf = (parts: readonly RawBuilder<Offender>[]): RawBuilder<Offender> =>
  sql<Offender>`${sql.join(parts, sql` union all `)}`
