import { refuse } from '#contract/errors.ts'
import { whyNoOrder } from '../../actions/orders/change-order-status.ts'
import { presentOrder } from '../../rules/orders/present-order.ts'
import { parseId } from '../../rules/values/uuid.ts'
import { findOrder } from '../../storage/orders/orders.ts'
import type { Endpoint } from './endpoint.ts'

export const readOrder: Endpoint = {
  operation: 'read_order',
  async handle({ world, storeId, id }) {
    const orderId = parseId(id)
    if (!orderId) throw refuse('order_not_found')
    const order = await findOrder(world.db, storeId, orderId)
    if (!order) throw await whyNoOrder(world.db, orderId)
    return { status: 200, json: JSON.stringify(presentOrder(order, world.publicUrl)) }
  },
}
