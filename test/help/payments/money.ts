import type { Gateway, Report } from '../../../server/payments/gateway.ts'
import type { World } from '../../../server/world.ts'

const silent = async (): Promise<Report> => ({ kind: 'untried' })

/** Through this money moves, unlike through the test gateway, and nobody is asked about it. */
export const moneyGateway = ({ newId }: World): Gateway => ({
  name: 'razorpay',
  account: 'rzp_live_0123456789abcd',
  leastPaise: 1,
  askAfterMs: null,
  start: async () => `order_${newId()}`,
  isGenuine: () => false,
  verifyCallback: silent,
  ask: silent,
})
