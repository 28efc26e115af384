import { refuse } from '#contract/errors.ts'
import type { Queries } from '../../storage/engine.ts'
import { orderExistsAnywhere } from '../../storage/orders/orders.ts'

/** 404 for an order that does not exist, 403 for one of another store. */
export async function refuseMissingOrder(db: Queries, orderId: string): Promise<never> {
  throw refuse((await orderExistsAnywhere(db, orderId)) ? 'order_of_another_store' : 'order_not_found')
}
