import { RAZORPAY_LEAST_PAISE } from '#contract/dashboard/store.ts'
import type { Gateway } from '../../payments/gateway.ts'
import { RazorpayGateway } from '../../payments/razorpay-gateway.ts'
import { TestGateway } from '../../payments/test-gateway.ts'
import { fewestPieces } from '../../rules/checkout/checkout.ts'
import { KEYS_KEPT_MS } from '../../rules/payments/ask-again.ts'
import { modeOf } from '../../rules/payments/razorpay-keys.ts'
import type { PaymentRow, SealedRazorpayKeys } from '../../storage/payments/payment-rows.ts'
import { findRazorpayKeys, listFormerRazorpayKeys } from '../../storage/payments/razorpay-keys.ts'
import type { ProductRow } from '../../storage/schema.ts'
import type { World } from '../../world.ts'
import { openKeys } from './razorpay-keys.ts'

/** The gateway through which the store collects: Razorpay if it has set keys, otherwise the test gateway. */
export const gatewayFor = async (world: World, storeId: string): Promise<Gateway> =>
  (await razorpayOf(world, storeId)) ?? testGateway(world)

export const testGateway = ({ vault, newId }: World) => new TestGateway(vault, newId)

/** Undefined for a store without keys. */
export async function razorpayOf(world: World, storeId: string): Promise<RazorpayGateway | undefined> {
  const kept = await findRazorpayKeys(world.db, storeId)
  return kept && withKeys(world, kept)
}

const withKeys = (world: World, kept: SealedRazorpayKeys) =>
  new RazorpayGateway(openKeys(world, kept), world.razorpay.apiUrl)

/** Gateways with the keys that the store has removed or replaced lately, the latest first. */
export async function formerRazorpaysOf(world: World, storeId: string): Promise<RazorpayGateway[]> {
  const kept = await listFormerRazorpayKeys(world.db, storeId, world.now() - KEYS_KEPT_MS)
  return kept.map((each) => withKeys(world, each))
}

/**
 * The gateways that may know what became of a payment, in the order in which to ask: first the keys under which it
 * began, then the present ones, which may be of the same account. None if the store has left the payment's gateway and
 * the keys of that time are no longer kept.
 */
export async function gatewaysOf(world: World, payment: PaymentRow): Promise<Gateway[]> {
  const now = await gatewayFor(world, payment.store_id)
  if (payment.gateway !== 'razorpay' || now.account === payment.account) {
    return now.name === payment.gateway ? [now] : []
  }
  const former = await formerRazorpaysOf(world, payment.store_id)
  const own = former.find(({ account }) => account === payment.account)
  if (now.name !== 'razorpay') return own ? [own] : []
  const [then, since] = [payment.account, now.account].map((account) => modeOf(account ?? ''))
  // Test money must buy nothing in a live store: its present keys report that as a problem. Live money is known to live
  // keys alone.
  if (!own || (then === 'test' && since === 'live')) return [now]
  return then === since ? [own, now] : [own]
}

/**
 * How many pieces of the product an order needs at least for its amount to be collected; undefined where no number is
 * enough.
 */
export async function fewestOf(world: World, product: ProductRow): Promise<number | undefined> {
  // Nearly every product costs enough for any gateway, which saves the look-up of the gateway.
  if (fewestPieces(product, RAZORPAY_LEAST_PAISE) === 1) return 1
  return fewestPieces(product, (await gatewayFor(world, product.store_id)).leastPaise)
}
