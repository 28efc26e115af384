import { isDeepStrictEqual } from 'node:util'
import { refuse } from '#contract/errors.ts'
import { isWithSeller } from '#contract/order-status.ts'
import type { Delivery } from '../../rules/orders/delivery.ts'
import { writeOrderHistory } from '../../storage/orders/order-history.ts'
import { rewriteOrderWords } from '../../storage/orders/order-words.ts'
import { lockOrderWithLines, redirectOrder } from '../../storage/orders/orders.ts'
import type { OrderRow } from '../../storage/schema.ts'
import type { World } from '../../world.ts'
import { queueRedirectMail } from '../mails/queue-order-mail.ts'
import type { Note } from '../note.ts'
import { Refused } from '../refused.ts'

interface DeliveryChange {
  storeId: string
  orderId: string
  delivery: Delivery
  actor: string
  /** Throws where the order, as it is now, must not be changed. */
  allow: (order: OrderRow) => void
}

/**
 * Changes where or to whom an order is sent, while the seller still has the parcel. Its money and its mails stay the
 * buyer's, who is told of the change.
 */
export function changeDelivery(
  world: World,
  { storeId, orderId, delivery, actor, allow }: DeliveryChange,
  note?: Note<OrderRow>,
): Promise<void> {
  return world.db.transaction(async (tx) => {
    const held = await lockOrderWithLines(tx, storeId, orderId)
    if (!held) throw refuse('order_not_found')
    const { lines, ...order } = held
    allow(order)
    if (!isWithSeller(order.status)) {
      throw new Refused('The parcel is no longer with you, so where it goes cannot be changed')
    }
    const at = world.now()
    const after = { ...order, ...delivery, address: JSON.stringify(delivery.address) }
    if (isDeepStrictEqual(after, order)) return
    await Promise.all([
      redirectOrder(tx, { ...after, updated_at: at }),
      writeOrderHistory(tx, {
        store_id: storeId,
        order_id: orderId,
        id: world.newId(),
        at,
        source: 'dashboard',
        actor,
        from_status: order.status,
        to_status: order.status,
        tracking_url: order.tracking_url,
        number: lines + 1,
        about: 'address',
      }),
      rewriteOrderWords(tx, order, after),
      queueRedirectMail(tx, { before: order, after, line: lines + 1, at }),
      note?.(tx, order),
    ])
  })
}
