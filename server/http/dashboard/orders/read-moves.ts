import { DashboardError, wrongField } from '#contract/dashboard/errors.ts'
import type { ORDER_ROUTES } from '#contract/dashboard/orders.ts'
import type { Input } from '#contract/dashboard/route.ts'
import { checkStatusBody } from '../../../rules/orders/status-body.ts'
import { parseId } from '../../../rules/values/uuid.ts'

/** Where orders are to go and the new tracking links among them. All are judged before the first order is moved. */
export function readMoves({ orders, status, tracking_urls }: Input<(typeof ORDER_ROUTES)['moveOrders']>) {
  const checked = checkStatusBody({ status })
  if ('problem' in checked) throw wrongField('status', checked.problem)
  if (tracking_urls && tracking_urls.length !== orders.length) {
    throw wrongField('tracking_urls', 'tracking_urls must have one for each of the orders')
  }
  const wrong: Record<string, string> = {}
  const trackingUrls = new Map<string, string>()
  for (const [i, tracking_url] of (tracking_urls ?? []).entries()) {
    if (tracking_url === '') continue
    const judged = checkStatusBody({ status, tracking_url })
    if ('problem' in judged) wrong[`tracking_urls[${i}]`] = judged.problem
    trackingUrls.set(parseId(orders[i]!)!, tracking_url)
  }
  const [first] = Object.values(wrong)
  if (first) throw new DashboardError('refused', { fields: wrong }, first)
  return { status: checked.value.status, trackingUrls }
}
