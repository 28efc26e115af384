export const ORDER_EVENT_PREFIX = 'evt_'

/** The event's id follows from the order's, so that an order's deliveries can be found. */
export const orderEventId = (orderId: string): string => ORDER_EVENT_PREFIX + orderId
