import type { OrderView } from '#contract/dashboard/orders.ts'
import type { Role } from '#contract/dashboard/route.ts'
import { money } from '../../../format.ts'
import { texts } from '../../../texts.ts'

const words = texts.orders

type Paid = Pick<OrderView, 'test' | 'refund'> & {
  order: { order_details: Pick<OrderView['order']['order_details'], 'amount'> }
}

const amountOf = ({ order }: Paid) => order.order_details.amount
const moneyIn = (view: Paid) => !view.test && amountOf(view) > 0

/** Where the money of a cancelled order is. Only owners have the page where it is marked as returned. */
export function owedWords(view: Paid, role: Role): string {
  if (!moneyIn(view)) return words.owed.nothing
  if (view.refund === 'done') return words.owed.done
  if (view.refund === null) return role === 'owner' ? words.owed.unknown : words.owed.unknownByOwner
  return (role === 'owner' ? words.owed.due : words.owed.dueByOwner)(money(amountOf(view)))
}

/** What cancelling means for the customer's money; undefined where there is none to return. */
export function cancelWords(view: Paid, role: Role): string | undefined {
  if (!moneyIn(view)) return undefined
  return (role === 'owner' ? words.cancelRefund : words.cancelRefundByOwner)(money(amountOf(view)))
}
