import { sql } from 'kysely'
import { ERASED_CHECKOUT } from '../../rules/orders/erased-order.ts'
import type { Queries } from '../engine.ts'
import { isTestMoney } from '../payments/test-money.ts'
import { ROWS_AT_ONCE } from '../rows-at-once.ts'
import { statement } from '../statement.ts'

const blank = statement((build, p: { before: number; problemsBefore: number }) =>
  build
    .updateTable('checkouts')
    .set(ERASED_CHECKOUT)
    .where(sql<boolean>`(store_id, id) in (
      select c.store_id, c.id from checkouts c
      where c.status <> 'paid' and c.customer_email <> '' and c.expires_at < ${p.before} and not exists (
        select 1 from payments p join refund_tasks t on t.store_id = p.store_id and t.payment_id = p.id
        where p.store_id = c.store_id and p.checkout_id = c.id and t.done_at is null)
      and not exists (
        select 1 from payments join payment_problems q on q.store_id = payments.store_id
          and q.gateway = payments.gateway and q.reference = payments.reference
        where payments.store_id = c.store_id and payments.checkout_id = c.id and ${isTestMoney} = 0
          and payments.settled_at is null and q.done_at is null and q.last_at >= ${p.problemsBefore})
      order by c.expires_at limit ${sql.lit(ROWS_AT_ONCE)})`)
    .returning('id'),
)

/**
 * Erases customers whose checkouts became no order, unless money must still be returned to them, or looked for because
 * of a problem noted since `problemsBefore`. True while there may be more.
 */
export const forgetWhoNeverPaid = async (
  db: Queries,
  before: number,
  problemsBefore: number,
): Promise<boolean> => (await blank.all(db, { before, problemsBefore })).length === ROWS_AT_ONCE
