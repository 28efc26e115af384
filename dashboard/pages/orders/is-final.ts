import type { SettableStatus } from '#contract/order-status.ts'

/** Whether an order that was moved there stays there. */
export const isFinal = (status: SettableStatus) => status === 'delivered' || status === 'cancelled'
