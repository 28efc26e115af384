import type { Review } from '../../rules/orders/review.ts'
import { countOrderHistory, writeOrderHistory } from '../../storage/orders/order-history.ts'
import { reviewOrder as writeReview } from '../../storage/orders/orders.ts'
import type { OrderRow } from '../../storage/schema.ts'
import type { World } from '../../world.ts'

/** Saves the customer's review of a delivered order, once. False if it has one, was not delivered, or is erased. */
export function reviewOrder(
  world: World,
  { store_id, id }: Pick<OrderRow, 'store_id' | 'id'>,
  { rating, review }: Review,
): Promise<boolean> {
  return world.db.transaction(async (tx) => {
    const at = world.now()
    if (!(await writeReview(tx, { store_id, id, rating, review, updated_at: at }))) return false
    await writeOrderHistory(tx, {
      store_id,
      order_id: id,
      id: world.newId(),
      at,
      source: 'customer',
      actor: 'review',
      from_status: 'delivered',
      to_status: 'delivered',
      tracking_url: null,
      number: (await countOrderHistory(tx, store_id, id)) + 1,
      about: null,
    })
    return true
  })
}
