import { refuse } from '#contract/errors.ts'
import { refuseMissingOrder } from '../../actions/orders/refuse-missing-order.ts'
import { presentOrder } from '../../rules/orders/present-order.ts'
import { parseId } from '../../rules/values/uuid.ts'
import { andThen } from '../../storage/maybe-promise.ts'
import { findOrder } from '../../storage/orders/orders.ts'
import type { Answer, Endpoint } from './endpoint.ts'

export const readOrder: Endpoint = {
  operation: 'read_order',
  handle({ world, storeId, id }) {
    const orderId = parseId(id)
    if (!orderId) throw refuse('order_not_found')
    return andThen(findOrder(world.db, storeId, orderId), (order): Answer | Promise<never> =>
      order
        ? { status: 200, json: JSON.stringify(presentOrder(order, world.publicUrl)) }
        : refuseMissingOrder(world.db, orderId),
    )
  },
}
