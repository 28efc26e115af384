import { sql } from 'kysely'
import type { Queries } from './engine.ts'
import { categoriesInvariant } from './invariants/categories.ts'
import { deliveriesInvariant } from './invariants/deliveries.ts'
import { eventsInvariant } from './invariants/events.ts'
import { imagesInvariant } from './invariants/images.ts'
import type { Invariant, Moment, Offender } from './invariants/invariant.ts'
import { mailsInvariant } from './invariants/mails.ts'
import { orderHistoryInvariant } from './invariants/order-history.ts'
import { orderSumsInvariant } from './invariants/order-sums.ts'
import { paymentsInvariant } from './invariants/payments.ts'
import { referencesInvariant } from './invariants/references.ts'
import { shelfInvariant } from './invariants/shelf.ts'
import { stockInvariant } from './invariants/stock.ts'
import { rowsOf } from './statement.ts'

/** What must always be true of the tables. `actions/verify.ts` checks that image files are where they should be. */
export const INVARIANTS: readonly Invariant[] = [
  paymentsInvariant,
  stockInvariant,
  eventsInvariant,
  deliveriesInvariant,
  mailsInvariant,
  orderHistoryInvariant,
  orderSumsInvariant,
  imagesInvariant,
  categoriesInvariant,
  shelfInvariant,
  referencesInvariant,
]

export interface Offenders {
  count: number
  first: Offender[]
}

/** So many offenders are listed one by one. */
export const MOST_TOLD = 5

/**
 * One query, so that it sees one moment, also while the service runs. Stores that are being deleted are left out: half
 * of their rows are gone.
 */
export async function findOffenders(db: Queries, invariant: Invariant, moment: Moment): Promise<Offenders> {
  const rows = await rowsOf(db, (builder) =>
    builder
      .selectFrom(sql<Offender>`(${invariant.offenders(moment, db.dialect)})`.as('offenders'))
      .select(['store_id', 'id', 'problem', sql<number>`count(*) over ()`.as('count')])
      .where('store_id', 'not in', (of) =>
        of.selectFrom('stores').select('stores.id').where('deleted_at', 'is not', null),
      )
      .limit(MOST_TOLD),
  )
  return {
    count: rows[0]?.count ?? 0,
    first: rows.map(({ store_id, id, problem }) => ({ store_id, id, problem })),
  }
}
