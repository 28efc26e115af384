import { isFinal, nextStatuses, ORDER_STATUSES, type OrderStatus } from '#contract/order-status.ts'

export const canBecome = (from: OrderStatus, to: OrderStatus): boolean =>
  nextStatuses(from).some((each) => each === to)

/** The statuses in which an order keeps its product from being deleted. */
export const ACTIVE_STATUSES: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => !isFinal(status))
