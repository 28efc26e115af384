import { RAZORPAY_LEAST_PAISE } from '#contract/dashboard/store.ts'
import type { Gateway } from '../payments/gateway.ts'
import { RazorpayGateway } from '../payments/razorpay-gateway.ts'
import { TestGateway } from '../payments/test-gateway.ts'
import { fewestPieces } from '../rules/checkout.ts'
import { findRazorpayKeys } from '../storage/razorpay-keys.ts'
import type { PaymentRow, ProductRow } from '../storage/schema.ts'
import type { World } from '../world.ts'
import { openKeys } from './razorpay-keys.ts'

/** The gateway through which the store collects: Razorpay where it has given keys, else the test gateway. */
export const gatewayFor = async (world: World, storeId: string): Promise<Gateway> =>
  (await razorpayOf(world, storeId)) ?? testGateway(world)

export const testGateway = ({ vault, newId }: World) => new TestGateway(vault, newId)

/** Undefined for a store that has given no keys. */
export async function razorpayOf(world: World, storeId: string): Promise<RazorpayGateway | undefined> {
  const kept = await findRazorpayKeys(world.db, storeId)
  return kept && new RazorpayGateway(openKeys(world, kept), world.razorpay.apiUrl)
}

/** How many pieces an order of the product must have for its amount to be collected; undefined where none is enough. */
export async function fewestOf(world: World, product: ProductRow): Promise<number | undefined> {
  // Nearly every product costs enough for any gateway, and then none is looked for.
  if (fewestPieces(product, RAZORPAY_LEAST_PAISE) === 1) return 1
  return fewestPieces(product, (await gatewayFor(world, product.store_id)).leastPaise)
}

/** The path of the page where the customer pays, or learns that there was nothing to pay. */
export const paymentPage = ({ gateway, token }: Pick<PaymentRow, 'gateway' | 'token'>): string =>
  `/pay/${gateway}/${token}${gateway === 'free' ? '/outcome' : ''}`
