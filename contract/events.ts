import type { PublicOrder } from './orders.ts'

/** The only event. Its address is a single line; in Get Order Details it is an object. */
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

/** The event feed: each event as webhooks carry it, with its number from the header `webhook-sequence`. */
export type EventsPage = {
  events: Array<{ sequence: number; id: string; payload: OrderCreated }>
  /** The number of the store's newest event. */
  last_sequence: number
}
