import { refuse } from '#contract/errors.ts'
import { refuseMissingOrder } from '../../actions/orders/refuse-missing-order.ts'
import { presentOrder } from '../../rules/orders/present-order.ts'
import { parseId } from '../../rules/values/uuid.ts'
import { andThen } from '../../storage/maybe-promise.ts'
import { findOrder, findOrderOfKey } from '../../storage/orders/orders.ts'
import type { OrderRow } from '../../storage/schema.ts'
import type { Answer, Endpoint } from './endpoint.ts'

export const readOrder: Endpoint<OrderRow> = {
  operation: 'read_order',
  findByKey: findOrderOfKey,
  handle({ world, storeId, id }, found) {
    const orderId = parseId(id)
    if (!orderId) throw refuse('order_not_found')
    return andThen(found ?? findOrder(world.db, storeId, orderId), (order): Answer | Promise<never> =>
      order
        ? { status: 200, json: JSON.stringify(presentOrder(order, world.publicUrl)) }
        : refuseMissingOrder(world.db, orderId),
    )
  },
}
