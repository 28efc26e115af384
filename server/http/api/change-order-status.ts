import { refuse } from '#contract/errors.ts'
import { checkedValue } from '../../actions/checked-value.ts'
import { changeOrderStatus as change } from '../../actions/orders/change-order-status.ts'
import { checkStatusBody } from '../../rules/orders/status-body.ts'
import { parseId } from '../../rules/values/uuid.ts'
import { findOrderWithLinesOfKey, type OrderWithLines } from '../../storage/orders/orders.ts'
import type { Endpoint } from './endpoint.ts'

export const changeOrderStatus: Endpoint<OrderWithLines> = {
  operation: 'change_order_status',
  body: { limitBytes: 64 * 1024, fields: ['status', 'tracking_url'] },
  idempotent: true,
  findByKey: findOrderWithLinesOfKey,
  async handle({ world, storeId, id, body, once }, found) {
    const { status, tracking_url: trackingUrl } = checkedValue(checkStatusBody(body))
    const orderId = parseId(id)
    if (!orderId) throw refuse('order_not_found')
    const { replayed } = await change(world, {
      storeId,
      orderId,
      status,
      trackingUrl,
      source: 'api',
      actor: 'API key',
      once,
      found,
    })
    return { status: 200, json: '{"message":"Order status updated successfully"}', replayed }
  },
}
