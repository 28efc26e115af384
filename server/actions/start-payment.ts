import type { Gateway } from '../payments/gateway.ts'
import { insertPayment } from '../storage/payments.ts'
import type { CheckoutRow, PaymentRow } from '../storage/schema.ts'
import type { World } from '../world.ts'

/** Asks the gateway to collect the checkout's amount. The provider is called outside any transaction. */
export async function startPayment(
  world: World,
  gateway: Gateway,
  checkout: CheckoutRow,
): Promise<PaymentRow> {
  const { store_id, id: checkout_id, amount_paise } = checkout
  const { reference } = await gateway.start({
    storeId: store_id,
    checkoutId: checkout_id,
    amountPaise: amount_paise,
  })
  const payment: PaymentRow = {
    store_id,
    id: world.newId(),
    checkout_id,
    gateway: gateway.name,
    reference,
    amount_paise,
    status: 'started',
    order_id: null,
    created_at: world.now(),
    settled_at: null,
  }
  await insertPayment(world.db, payment)
  return payment
}
