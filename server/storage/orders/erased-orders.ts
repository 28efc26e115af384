import { ERASED_CHECKOUT, ERASED_ORDER } from '../../rules/orders/erased-order.ts'
import type { Queries } from '../engine.ts'
import type { CheckoutRow, OrderRow } from '../schema.ts'
import { rowsOf, statement } from '../statement.ts'

type OrderKey = Pick<OrderRow, 'store_id' | 'id'>

const blankOrder = statement((sql, p: OrderKey & { at: number }) =>
  sql
    .updateTable('orders')
    .set({ ...ERASED_ORDER, updated_at: p.at })
    .where('store_id', '=', p.store_id)
    .where('id', '=', p.id),
)

const blankLinks = statement((sql, p: OrderKey) =>
  sql
    .updateTable('order_history')
    .set({ tracking_url: '' })
    .where('store_id', '=', p.store_id)
    .where('order_id', '=', p.id)
    .where('tracking_url', 'is not', null),
)

/** Erases the customer from an order that the transaction holds, and the tracking links from its timeline. */
export async function eraseOrder(tx: Queries, order: OrderKey, at: number): Promise<void> {
  const { store_id, id } = order
  await Promise.all([blankOrder.run(tx, { store_id, id, at }), blankLinks.run(tx, { store_id, id })])
}

type Form = Pick<CheckoutRow, 'store_id' | 'product_id' | 'attempt'>

const replaced = statement((sql, p: Form) =>
  sql
    .selectFrom('checkouts')
    .select('id')
    .where('store_id', '=', p.store_id)
    .where('product_id', '=', p.product_id)
    .where('former_attempt', '=', p.attempt),
)

/** The checkouts that this one replaced. */
export const listReplaced = async (db: Queries, checkout: Form): Promise<string[]> =>
  (await replaced.all(db, checkout)).map(({ id }) => id)

const blankCheckout = statement((sql, p: Pick<CheckoutRow, 'store_id' | 'id'>) =>
  sql.updateTable('checkouts').set(ERASED_CHECKOUT).where('store_id', '=', p.store_id).where('id', '=', p.id),
)

/** Also locks the checkout. Its attempt stays, so that a form which is sent once more buys nothing. */
export const eraseCheckout = (tx: Queries, storeId: string, id: string) =>
  blankCheckout.run(tx, { store_id: storeId, id })

/** The payments of checkouts, each with whether money of it must still be returned. */
export const listMoneyOf = (db: Queries, storeId: string, checkoutIds: readonly string[]) =>
  rowsOf(db, (sql) =>
    sql
      .selectFrom('payments')
      .select('payments.id')
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('refund_tasks')
            .select('refund_tasks.payment_id')
            .whereRef('refund_tasks.store_id', '=', 'payments.store_id')
            .whereRef('refund_tasks.payment_id', '=', 'payments.id')
            .where('done_at', 'is', null),
        ).as('is_owed'),
      )
      .where('payments.store_id', '=', storeId)
      .where('payments.checkout_id', 'in', checkoutIds),
  )
