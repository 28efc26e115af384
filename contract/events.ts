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

/** The feed beside the pushes: what a webhook carried, under the number in its header `webhook-sequence`. */
export type EventsPage = {
  events: Array<{ sequence: number; id: string; payload: OrderCreated }>
  /** The number of the store's newest event. */
  last_sequence: number
}
