import type { OrderLine } from '#contract/dashboard/orders.ts'
import { texts } from '../../texts.ts'

/** What tells an order from the others where there is room for one line. */
export const orderName = ({ customer_name, quantity, product_name }: OrderLine) =>
  texts.orders.called(customer_name, texts.orders.pieces(quantity, product_name))
