import type { Gateway, Report } from '../../../server/payments/gateway.ts'
import type { World } from '../../../server/world.ts'

const silent = async (): Promise<Report> => ({ kind: 'untried' })

/** A gateway with real money, unlike the test gateway, that calls no provider. */
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
