import type { PublicOrder } from './orders.ts'

/** The one event. Its address is a single line, unlike the object of Get Order Details. */
export type OrderCreated = {
  event: 'order.created'
  order_id: string
  store_id: string
  product_id: string
  status: 'started'
  created_at: string
  customer: Omit<PublicOrder['customer'], 'full_address'> & { full_address: string }
  order_details: PublicOrder['order_details']
}
