import type { OrderView } from '#contract/dashboard/orders.ts'
import type { OrderStatus, SettableStatus } from '#contract/order-status.ts'
import { texts } from '../../../texts.ts'

const words = texts.orders

interface Late {
  /** The order's status when the dialog was opened. */
  was: OrderStatus
  now: Pick<OrderView, 'next'> & { order: Pick<OrderView['order'], 'status'> }
  wished: SettableStatus
}

/** Says that somebody else changed the order meanwhile, and whether the wished move is still possible. */
export function lateWords({ was, now, wished }: Late): string {
  const { status } = now.order
  const [is, then] = [texts.statuses[status], texts.statuses[wished]]
  if (status === was) return words.moveLinkChanged
  if (now.next.length === 0) return words.moveLate(is, undefined)
  if (status === wished) return words.moveIs(is)
  return now.next.includes(wished) ? `${words.moveIs(is)} ${words.moveStill(then)}` : words.moveLate(is, then)
}
