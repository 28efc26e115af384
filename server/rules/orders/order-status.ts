import { ORDER_STATUSES, type OrderStatus, type SettableStatus } from '#contract/order-status.ts'

const NEXT: Record<OrderStatus, readonly SettableStatus[]> = {
  started: ['processing', 'cancelled'],
  processing: ['dispatched', 'cancelled'],
  dispatched: ['delivered', 'cancelled'],
  delivered: [],
  cancelled: [],
}

export const nextStatuses = (from: OrderStatus): readonly SettableStatus[] => NEXT[from]

export const canBecome = (from: OrderStatus, to: OrderStatus): boolean =>
  NEXT[from].some((each) => each === to)

export const isFinal = (status: OrderStatus): boolean => NEXT[status].length === 0

/** The statuses in which an order keeps its product from being deleted. */
export const ACTIVE_STATUSES: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => !isFinal(status))

/** Cancelling puts the goods back on the shelf only while they have not left it. */
export const returnsStock = (from: OrderStatus, to: OrderStatus): boolean =>
  to === 'cancelled' && (from === 'started' || from === 'processing')
