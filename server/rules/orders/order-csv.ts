import { STATUS_WORDS } from '#contract/design.ts'
import { ERASED_CUSTOMER, isErased } from '#contract/erased-customer.ts'
import type { PublicOrder } from '#contract/orders.ts'
import { formatForSheet } from '../values/format-date.ts'
import { toRupees } from '../values/money.ts'
import { presentOrder, type WholeOrder } from './present-order.ts'

type NumberedOrder = WholeOrder & { number: number }
type Cell = (order: PublicOrder, kept: NumberedOrder) => string | number | null | undefined

const COLUMNS: ReadonlyArray<readonly [title: string, cell: Cell]> = [
  ['Order', ({ id }) => id],
  ['Placed', (_, { created_at }) => formatForSheet(created_at)],
  ['Status', ({ status }) => STATUS_WORDS[status]],
  ['Product', ({ product_name }) => product_name],
  ['Quantity', ({ order_details }) => order_details.quantity],
  ['Price', (_, { unit_price_paise }) => toRupees(unit_price_paise)],
  ['Shipping', (_, { shipping_paise }) => toRupees(shipping_paise)],
  ['Amount', ({ order_details }) => order_details.amount],
  ['Test', (_, { is_test }) => (is_test ? 'yes' : 'no')],
  ['Variation', ({ order_details }) => order_details.variation],
  ['Size', ({ order_details }) => order_details.size],
  ['Colour', ({ order_details }) => order_details.color],
  ['Wishes', ({ order_details }) => order_details.special_instructions],
  ['Answers', answersOf],
  ['Customer', ({ customer }) => (isErased(customer.email) ? ERASED_CUSTOMER : customer.name)],
  ['E-mail', ({ customer }) => customer.email],
  ['Phone', ({ customer }) => customer.number],
  ['Address', ({ customer }) => streetOf(customer.full_address)],
  ['City', ({ customer }) => customer.full_address?.city],
  ['Pincode', ({ customer }) => customer.pincode],
  ['State', ({ customer }) => customer.full_address?.state],
  ['Tracking link', ({ tracking_url }) => tracking_url],
  ['Rating', ({ rating }) => rating],
  ['Review', ({ review }) => review],
  ['Order number', (_, { number }) => number],
]

function answersOf({ order_details }: PublicOrder): string {
  return order_details.custom_questions.map(({ question, answer }) => `${question}: ${answer}`).join('\n')
}

function streetOf(address: PublicOrder['customer']['full_address']): string {
  return address ? [address.line1, address.line2].filter(Boolean).join(', ') : ''
}

/** The first line of a file of orders. */
export const ORDER_TITLES: readonly string[] = COLUMNS.map(([title]) => title)

export function orderCells(kept: NumberedOrder, publicUrl: string): string[] {
  const order = presentOrder(kept, publicUrl)
  return COLUMNS.map(([, cell]) => String(cell(order, kept) ?? ''))
}
