import { refuse } from '#contract/errors.ts'
import { type Gateway, GatewayUnavailable, type PaymentRequest } from '../../payments/gateway.ts'
import type { PaymentRow } from '../../storage/payments/payment-rows.ts'
import { insertPayment } from '../../storage/payments/payments.ts'
import type { CheckoutRow } from '../../storage/schema.ts'
import type { World } from '../../world.ts'
import { newPageToken } from '../page-token.ts'

/** Asks the gateway to collect the checkout's amount. The provider is called outside any transaction. */
export async function startPayment(
  world: World,
  gateway: Gateway,
  checkout: CheckoutRow,
): Promise<PaymentRow> {
  const { store_id, id: checkout_id, amount_paise } = checkout
  const id = world.newId()
  const reference = await startAtProvider(world, gateway, { paymentId: id, amountPaise: amount_paise })
  const at = world.now()
  const payment: PaymentRow = {
    store_id,
    id,
    checkout_id,
    gateway: gateway.name,
    account: gateway.account,
    reference,
    amount_paise,
    status: 'started',
    order_id: null,
    created_at: at,
    settled_at: null,
    token: newPageToken(),
    ask_at: gateway.askAfterMs === null ? null : at + gateway.askAfterMs,
    asks: 0,
    asked_at: null,
    promised_at: null,
  }
  await insertPayment(world.db, payment)
  return payment
}

async function startAtProvider({ log }: World, gateway: Gateway, request: PaymentRequest) {
  try {
    return await gateway.start(request)
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    log.warn(
      { err: error, paymentId: request.paymentId },
      'The payment provider did not start a payment; the customer is told to try again',
    )
    throw refuse('unavailable')
  }
}
