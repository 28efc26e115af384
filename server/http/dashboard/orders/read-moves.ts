import { DashboardError, wrongField, wrongFields } from '#contract/dashboard/errors.ts'
import type { ORDER_ROUTES } from '#contract/dashboard/orders.ts'
import type { Input } from '#contract/dashboard/route.ts'
import { checkStatusBody } from '../../../rules/orders/status-body.ts'
import { readBeside, readIds } from '../input/read-ids.ts'

type Sent = Input<(typeof ORDER_ROUTES)['moveOrders']>

const OLDER_PAGE =
  'This page is of an older version, and nothing was moved. Load it again, then choose the orders once more.'

/**
 * Per order: the new status, the status that the page showed, and a new tracking link. All are checked before the first
 * order is moved.
 */
export function readMoves({ orders, status, from, tracking_urls }: Sent) {
  const ids = readIds('orders', orders)
  const checked = checkStatusBody({ status })
  if ('problem' in checked) throw wrongField('status', checked.problem)
  // Pages from before an upgrade send each status of `from` once, and can show only errors that belong to no field.
  if (from.length !== orders.length) throw new DashboardError('refused', {}, OLDER_PAGE)
  const beside = (field: string, values: readonly string[]) =>
    readBeside({ ids: orders, of: 'orders', field, values })
  const statuses = beside('from', from)
  const links = tracking_urls && beside('tracking_urls', tracking_urls)
  const wrong = wrongLinks(status, tracking_urls ?? [])
  if (Object.keys(wrong).length > 0) throw wrongFields(wrong)
  const moves = ids.map((id) => ({ id, from: statuses.get(id)!, trackingUrl: links?.get(id) || undefined }))
  return { status: checked.value.status, moves }
}

function wrongLinks(status: string, links: readonly string[]) {
  const wrong: Record<string, string> = {}
  for (const [place, tracking_url] of links.entries()) {
    if (tracking_url === '') continue
    const judged = checkStatusBody({ status, tracking_url })
    if ('problem' in judged) wrong[`tracking_urls[${place}]`] = judged.problem
  }
  return wrong
}
