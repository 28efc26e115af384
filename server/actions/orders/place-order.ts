import { imagesOf } from '../../rules/checkout/purchase-images.ts'
import { orderEventId } from '../../rules/orders/order-event-id.ts'
import { orderCreated } from '../../rules/orders/present-order.ts'
import type { Queries } from '../../storage/engine.ts'
import { writeOrderHistory } from '../../storage/orders/order-history.ts'
import { countOrder } from '../../storage/orders/order-sums.ts'
import { insertOrderWords } from '../../storage/orders/order-words.ts'
import { insertOrder } from '../../storage/orders/orders.ts'
import { PURCHASE_COLUMNS } from '../../storage/orders/purchase.ts'
import type { CheckoutRow, OrderRow } from '../../storage/schema.ts'
import { pick } from '../../storage/statement.ts'
import { insertEvent } from '../../storage/webhooks/events.ts'
import type { World } from '../../world.ts'
import { noteImageUses } from '../images/keep-images.ts'
import { queueOrderMail } from '../mails/queue-order-mail.ts'
import { newPageToken } from '../page-token.ts'

type Paid = { checkout: CheckoutRow } & Pick<OrderRow, 'is_test'>

/**
 * Turns a paid checkout into its order: the order, its first line of history, its event with the deliveries, and the
 * customer's mail. Part of the transaction that took the stock and settled the payment.
 */
export async function placeOrder(
  tx: Queries,
  world: World,
  { checkout, is_test }: Paid,
  id = world.newId(),
): Promise<OrderRow> {
  const at = world.now()
  const order = orderRow(id, at, { checkout, is_test })
  const { store_id, id: order_id } = order
  await Promise.all([
    insertOrder(tx, order),
    insertOrderWords(tx, order),
    writeOrderHistory(tx, {
      store_id,
      order_id,
      id: world.newId(),
      at,
      source: 'system',
      actor: 'payment',
      from_status: null,
      to_status: 'started',
      tracking_url: null,
      number: 1,
      about: null,
    }),
    queueOrderMail(tx, order, 'started', at),
    noteImageUses(tx, world, store_id, { kind: 'order', id: order_id }, imagesOf(order)),
    // The last two lock rows for which all other orders of the store wait.
    insertEvent(tx, {
      store_id,
      id: orderEventId(order_id),
      kind: 'order.created',
      payload: JSON.stringify(orderCreated(order, world.publicUrl)),
      created_at: at,
      traceparent: world.traceparent?.() ?? null,
    }),
    countOrder(tx, order),
  ])
  return order
}

function orderRow(id: string, at: number, { checkout, is_test }: Paid): OrderRow {
  return {
    ...pick(checkout, PURCHASE_COLUMNS),
    store_id: checkout.store_id,
    id,
    checkout_id: checkout.id,
    token: newPageToken(),
    status: 'started',
    tracking_url: null,
    rating: null,
    review: null,
    created_at: at,
    updated_at: at,
    is_test,
  }
}
