import { refuse } from '#contract/errors.ts'
import { type Collector, GatewayUnavailable } from '../../payments/gateway.ts'
import { canCollect } from '../../rules/payments/can-collect.ts'
import { lockCheckout } from '../../storage/orders/checkouts.ts'
import type { PaymentRow } from '../../storage/payments/payment-rows.ts'
import { findOpenPayment, insertPayment } from '../../storage/payments/payments.ts'
import type { CheckoutRow } from '../../storage/schema.ts'
import type { World } from '../../world.ts'
import { tellOfRefusedPayment } from '../mails/tell-of-payment.ts'
import { newPageToken } from '../page-token.ts'

/** The provider refuses for good to collect for the store, and its owners are told: retrying does not help. */
export class PaymentRefused extends Error {}

/** Asks the gateway to collect the checkout's amount. */
export async function startPayment(
  world: World,
  gateway: Collector,
  checkout: CheckoutRow,
): Promise<PaymentRow> {
  const payment = await beginPayment(world, gateway, checkout)
  await insertPayment(world.db, payment)
  return payment
}

/**
 * As `startPayment`, for a form that may be sent twice at once: only the first payment is kept, and the later ones
 * return it. What those began at the provider stays unpaid, since no customer is led there.
 */
export async function startOnePayment(
  world: World,
  gateway: Collector,
  checkout: CheckoutRow,
): Promise<PaymentRow> {
  const payment = await beginPayment(world, gateway, checkout)
  const { store_id, id } = checkout
  return world.db.transaction(async (tx) => {
    const [, open] = await Promise.all([
      lockCheckout(tx, store_id, id),
      findOpenPayment(tx, store_id, id, gateway.name),
    ])
    if (open && canCollect(gateway, open)) return open
    await insertPayment(tx, payment)
    return payment
  })
}

/** The provider is called outside any transaction. */
async function beginPayment(world: World, gateway: Collector, checkout: CheckoutRow): Promise<PaymentRow> {
  const { store_id, id: checkout_id, amount_paise } = checkout
  const id = world.newId()
  const reference = await startAtProvider(world, gateway, id, checkout)
  const at = world.now()
  return {
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
}

async function startAtProvider(world: World, gateway: Collector, paymentId: string, checkout: CheckoutRow) {
  try {
    return await gateway.start({ paymentId, amountPaise: checkout.amount_paise })
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    const { status, refusal } = error
    world.log.warn({ err: error, paymentId }, 'The payment provider did not start a payment')
    if (!refusal) throw refuse('unavailable')
    await world.db.transaction((tx) => tellOfRefusedPayment(tx, world, checkout, { status, refusal }))
    throw new PaymentRefused(refusal)
  }
}
