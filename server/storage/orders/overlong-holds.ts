import type { Queries } from '../engine.ts'
import { isClaimed } from '../is-claimed.ts'
import { ROWS_AT_ONCE } from '../rows-at-once.ts'
import { literal, statement } from '../statement.ts'

/** Skips checkouts that are locked because they are being paid; the next call finds them. */
const end = statement((sql, p: { now: number; beyond: number }, dialect) =>
  sql
    .updateTable('checkouts')
    .set({ expires_at: p.now })
    .where(
      isClaimed(
        dialect,
        ['store_id', 'id'],
        sql
          .selectFrom('checkouts')
          .where('status', '=', literal('open'))
          .where('expires_at', '>', p.beyond)
          // Repeats the condition of the partial index, so that it can be used.
          .where('status', '<>', literal('paid'))
          .where('customer_email', '<>', literal(''))
          .orderBy('expires_at')
          .limit(literal(ROWS_AT_ONCE)),
      ),
    )
    .returning('id'),
)

/** Ends reservations that would last beyond that time. True while there may be more. */
export const endOverlongHolds = async (db: Queries, now: number, beyond: number): Promise<boolean> =>
  (await end.all(db, { now, beyond })).length === ROWS_AT_ONCE
