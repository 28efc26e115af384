import { FREE_GATEWAY } from '../../payments/free-gateway.ts'
import { canCollect } from '../../rules/payments/can-collect.ts'
import { orderPath, paymentPath } from '../../rules/stores/customer-paths.ts'
import { findOrderByCheckout } from '../../storage/orders/orders.ts'
import { findOpenPayment } from '../../storage/payments/payments.ts'
import type { CheckoutRow } from '../../storage/schema.ts'
import type { World } from '../../world.ts'
import { gatewayFor } from './gateways.ts'
import { startOnePayment, startPayment } from './start-payment.ts'
import { takeReport } from './take-report.ts'

/**
 * The path where the customer goes on: the page to pay on, or the order if the checkout is paid. A form that is sent
 * twice continues the payment that it began the first time.
 */
export async function openPayment(world: World, checkout: CheckoutRow): Promise<string> {
  const { store_id, id } = checkout
  const ordered = await pathOfOrder(world, checkout)
  if (ordered) return ordered
  if (checkout.amount_paise === 0) return openFree(world, checkout)
  const gateway = await gatewayFor(world, store_id)
  const begun = await findOpenPayment(world.db, store_id, id, gateway.name)
  // A payment begun under other keys may never be reported as paid.
  const isOurs = begun && canCollect(gateway, begun)
  return paymentPath(isOurs ? begun : await startOnePayment(world, gateway, checkout))
}

/** The path of the order that a paid checkout has become. */
export async function pathOfOrder(
  { db }: World,
  { status, store_id, id }: CheckoutRow,
): Promise<string | undefined> {
  const order = status === 'paid' ? await findOrderByCheckout(db, store_id, id) : undefined
  return order && orderPath(order.token)
}

/** An order that costs nothing is paid as soon as its payment has begun. */
async function openFree(world: World, checkout: CheckoutRow): Promise<string> {
  const payment = await startPayment(world, FREE_GATEWAY, checkout)
  await takeReport(world, payment, { kind: 'captured', amountPaise: 0 })
  const order = await findOrderByCheckout(world.db, checkout.store_id, checkout.id)
  return order ? orderPath(order.token) : paymentPath(payment)
}
