export const ORDER_STATUSES = ['started', 'processing', 'dispatched', 'delivered', 'cancelled'] as const

export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The statuses that a seller can set, in the order in which the error text lists them. */
export const SETTABLE_STATUSES = ['processing', 'dispatched', 'cancelled', 'delivered'] as const

export type SettableStatus = (typeof SETTABLE_STATUSES)[number]

const NEXT: Record<OrderStatus, readonly SettableStatus[]> = {
  started: ['processing', 'cancelled'],
  processing: ['dispatched', 'cancelled'],
  dispatched: ['delivered', 'cancelled'],
  delivered: [],
  cancelled: [],
}

export const nextStatuses = (from: OrderStatus): readonly SettableStatus[] => NEXT[from]

export const isFinal = (status: OrderStatus): boolean => NEXT[status].length === 0

/** Whether the parcel is still with the seller. */
export const isWithSeller = (status: OrderStatus): boolean => status === 'started' || status === 'processing'

/** Cancelling returns the pieces to stock only while the parcel is still with the seller. */
export const returnsStock = (from: OrderStatus, to: OrderStatus): boolean =>
  to === 'cancelled' && isWithSeller(from)
