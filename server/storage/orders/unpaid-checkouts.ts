import { sql as raw } from 'kysely'
import { ERASED_CHECKOUT } from '../../rules/orders/erased-order.ts'
import type { Queries } from '../engine.ts'
import { isTestMoney } from '../payments/test-money.ts'
import { ROWS_AT_ONCE } from '../rows-at-once.ts'
import type { CheckoutRow } from '../schema.ts'
import { literal, statement } from '../statement.ts'

/** No money of the checkout is to be returned, or looked for because of a problem noted since then. */
const bringsNoMoney = (problemsBefore: number) => raw<boolean>`not exists (
    select 1 from payments p join refund_tasks t on t.store_id = p.store_id and t.payment_id = p.id
    where p.store_id = checkouts.store_id and p.checkout_id = checkouts.id and t.done_at is null)
  and not exists (
    select 1 from payments join payment_problems q on q.store_id = payments.store_id
      and q.gateway = payments.gateway and q.reference = payments.reference
    where payments.store_id = checkouts.store_id and payments.checkout_id = checkouts.id and ${isTestMoney} = 0
      and payments.settled_at is null and q.done_at is null and q.last_at >= ${problemsBefore})`

const claim = statement((sql, p: { before: number; problemsBefore: number }, dialect) =>
  dialect.claimRows(
    sql
      .selectFrom('checkouts')
      .select(['store_id', 'id'])
      .where('status', '<>', literal('paid'))
      .where('customer_email', '<>', literal(''))
      .where('expires_at', '<', p.before)
      .where(bringsNoMoney(p.problemsBefore))
      .orderBy('expires_at')
      .limit(literal(ROWS_AT_ONCE)),
  ),
)

const blank = statement((sql, p: Pick<CheckoutRow, 'store_id' | 'id'> & { problemsBefore: number }) =>
  sql
    .updateTable('checkouts')
    .set(ERASED_CHECKOUT)
    .where('store_id', '=', p.store_id)
    .where('id', '=', p.id)
    .where(bringsNoMoney(p.problemsBefore)),
)

/**
 * Erases customers whose checkouts became no order, unless money must still be returned to them, or looked for because
 * of a problem noted since `problemsBefore`. Looks for money once more when the checkouts are locked, since some may
 * have arrived meanwhile. True while there may be more.
 */
export async function forgetWhoNeverPaid(
  tx: Queries,
  before: number,
  problemsBefore: number,
): Promise<boolean> {
  const unpaid = await claim.all(tx, { before, problemsBefore })
  await Promise.all(unpaid.map((checkout) => blank.run(tx, { ...checkout, problemsBefore })))
  return unpaid.length === ROWS_AT_ONCE
}
