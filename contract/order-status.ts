export const ORDER_STATUSES = ['started', 'processing', 'dispatched', 'delivered', 'cancelled'] as const

export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The statuses that a seller can set, in the order in which the error text lists them. */
export const SETTABLE_STATUSES = ['processing', 'dispatched', 'cancelled', 'delivered'] as const

export type SettableStatus = (typeof SETTABLE_STATUSES)[number]
