import { madeUpPurchase } from '../../server/actions/orders/place-test-order.ts'
import { startCheckout } from '../../server/actions/orders/start-checkout.ts'
import { testGateway } from '../../server/actions/payments/gateways.ts'
import { settlePayment } from '../../server/actions/payments/settle-payment.ts'
import { startPayment } from '../../server/actions/payments/start-payment.ts'
import type { PurchaseInput } from '../../server/rules/checkout/purchase.ts'
import { findProduct } from '../../server/storage/products/products.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import type { World } from '../../server/world.ts'

interface Wished {
  storeId: string
  productId: string
  given?: Partial<PurchaseInput>
  /** Razorpay's key id of the store. */
  account?: string
}

/** An order recorded as paid through Razorpay, without any call to Razorpay. */
export async function placePaidOrder(
  world: World,
  { storeId, productId, given = {}, account = 'rzp_live_1' }: Wished,
): Promise<{ order_id: string }> {
  const product = (await findProduct(world.db, storeId, productId))!
  const input = { ...madeUpPurchase(product), ...given }
  const started = await startCheckout(world, { storeId, productId, input })
  if ('problems' in started) throw new Error([...started.problems.values()].join())
  const payment = await startPayment(world, testGateway(world), started.checkout)
  const gateway = 'razorpay'
  const reference = payment.reference.replace('test_', 'order_')
  await rowsOf(world.db, (sql) =>
    sql.updateTable('payments').set({ gateway, account, reference }).where('id', '=', payment.id),
  )
  const amountPaise = payment.amount_paise
  const settled = await settlePayment(world, { storeId, gateway, reference, amountPaise })
  if (settled.kind !== 'ordered') throw new Error(settled.kind)
  return { order_id: settled.orderId }
}
