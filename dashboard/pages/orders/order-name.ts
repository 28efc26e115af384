import type { OrderLine } from '#contract/dashboard/orders.ts'
import { texts } from '../../texts.ts'
import { customerName } from './customer-name.ts'

/** Identifies an order in a single line. */
export const orderName = ({ number, customer_name, customer_email, quantity, product_name }: OrderLine) =>
  texts.orders.called(
    number,
    customerName({ name: customer_name, email: customer_email }),
    texts.orders.pieces(quantity, product_name),
  )
