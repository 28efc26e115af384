import { offerOf } from '../../rules/checkout/offer.ts'
import { COUNTRY, type PurchaseInput } from '../../rules/checkout/purchase.ts'
import { withTypedNumbers } from '../../rules/checkout/typed-digits.ts'
import { findProduct } from '../../storage/products/products.ts'
import type { ProductRow } from '../../storage/schema.ts'
import { findStore } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'
import { testGateway } from '../payments/gateways.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { startPayment } from '../payments/start-payment.ts'
import { noSuchStore, Refused } from '../refused.ts'
import { startCheckout } from './start-checkout.ts'

/** Places a paid order through the test gateway, by the same steps as a customer's: reserve, pay, verify, place. */
export async function placeTestOrder(
  world: World,
  { storeId, productId, given }: { storeId: string; productId: string; given: Partial<PurchaseInput> },
): Promise<{ order_id: string }> {
  if (!(await findStore(world.db, storeId))) throw noSuchStore()
  const product = await findProduct(world.db, storeId, productId)
  if (!product) throw new Refused('The store has no product with that id')
  const input = withTypedNumbers({ ...madeUpPurchase(product), ...given })
  return payForTestOrder(world, { storeId, productId, input })
}

export interface TestPurchase {
  storeId: string
  productId: string
  input: PurchaseInput
}

/** Only these steps, for a caller that knows what the product offers. */
export async function payForTestOrder(
  world: World,
  { storeId, productId, input }: TestPurchase,
): Promise<{ order_id: string }> {
  const started = await startCheckout(world, { storeId, productId, input })
  if ('problems' in started) throw new Refused([...started.problems.values()].join('. '))

  const gateway = testGateway(world)
  const payment = await startPayment(world, gateway, started.checkout)
  const { reference, amount_paise } = payment
  const report = await gateway.verifyCallback(payment, gateway.finish(reference, amount_paise, 'paid'))
  if (report.kind !== 'captured') throw new Refused('The test payment was not verified')
  const { amountPaise } = report
  const settled = await settlePayment(world, { storeId, gateway: gateway.name, reference, amountPaise })
  if (settled.kind !== 'ordered') throw new Refused('The payment arrived when nothing could be delivered')
  return { order_id: settled.orderId }
}

/** The form of a made-up customer, who takes the first of each choice. */
export function madeUpPurchase(product: ProductRow): PurchaseInput {
  const { variations, size, colors } = offerOf(product)
  return {
    quantity: '1',
    variation: variations[0],
    size: size[0],
    color: colors[0],
    name: 'Asha Rao',
    email: 'asha.rao@example.com',
    phone: '9876543210',
    pincode: '560001',
    line1: '12 Church Street',
    city: 'Bengaluru',
    state: 'Karnataka',
    country: COUNTRY,
  }
}
