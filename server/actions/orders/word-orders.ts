import { claimUnwordedOrders, insertOrderWords, markWorded } from '../../storage/orders/order-words.ts'
import type { World } from '../../world.ts'

const ORDERS_AT_ONCE = 200

/** Writes the search words of orders that are older than that table; true while there may be more of them. */
export function wordOrders({ db }: World): Promise<boolean> {
  return db.transaction(async (tx) => {
    const orders = await claimUnwordedOrders(tx, ORDERS_AT_ONCE)
    await Promise.all(
      orders.flatMap((order) => [insertOrderWords(tx, order), markWorded(tx, order.store_id, order.id)]),
    )
    return orders.length === ORDERS_AT_ONCE
  })
}
