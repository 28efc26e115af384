import type { Collector } from './gateway.ts'

/** For an order that costs nothing: no provider collects it, and it is paid as soon as it has begun. */
export const FREE_GATEWAY: Collector = {
  name: 'free',
  account: null,
  askAfterMs: null,
  start: async ({ paymentId }) => `free_${paymentId}`,
}
