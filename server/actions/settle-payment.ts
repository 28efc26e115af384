import { availableStock } from '../rules/checkout.ts'
import { findCheckout, reservedQuantity, setCheckoutStatus } from '../storage/checkouts.ts'
import type { Queries } from '../storage/engine.ts'
import { insertRefundTask, lockPayment, settlePaymentRow } from '../storage/payments.ts'
import { lockProduct, takeStock } from '../storage/products.ts'
import type { CheckoutRow, PaymentRow } from '../storage/schema.ts'
import type { World } from '../world.ts'
import { placeOrder } from './place-order.ts'

/** Money that a gateway has verified as received. */
export interface Capture {
  storeId: string
  gateway: string
  reference: string
  amountPaise: number
}

export type Settlement =
  | { kind: 'ordered'; orderId: string }
  | { kind: 'refund_due' }
  | { kind: 'refused'; reason: string }

/**
 * The one step in which every verified payment ends, however often and from wherever it is reported: callback, webhook
 * or poller. It makes exactly one order, or parks the money for the seller to refund. Holding the payment's row lets
 * simultaneous reports pass one after the other, and all but the first find it settled.
 */
export async function settlePayment(world: World, capture: Capture): Promise<Settlement> {
  const settlement = await settleInTransaction(world, capture)
  if (settlement.kind === 'ordered') world.signals.raise('deliveries')
  return settlement
}

function settleInTransaction(world: World, capture: Capture): Promise<Settlement> {
  return world.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, capture.storeId, capture.gateway, capture.reference)
    if (!payment) return { kind: 'refused', reason: 'No such payment was started' }
    if (payment.order_id) return { kind: 'ordered', orderId: payment.order_id }
    if (payment.status === 'refund_due') return { kind: 'refund_due' }
    if (payment.amount_paise !== capture.amountPaise) {
      return {
        kind: 'refused',
        reason: `Paid ${capture.amountPaise} paise instead of ${payment.amount_paise}`,
      }
    }
    const checkout = await findCheckout(tx, capture.storeId, payment.checkout_id)
    const obstacle = checkout ? await takeFor(tx, checkout, world.now()) : 'The checkout is gone'
    if (!checkout || obstacle) return parkMoney(tx, world, payment, obstacle ?? '')
    const order = await placeOrder(tx, world, checkout)
    await Promise.all([
      setCheckoutStatus(tx, checkout.store_id, checkout.id, 'paid'),
      settlePaymentRow(tx, {
        ...keyOf(payment),
        status: 'paid',
        order_id: order.id,
        settled_at: world.now(),
      }),
    ])
    return { kind: 'ordered', orderId: order.id }
  })
}

/** Takes the pieces from the stock, or says why they cannot be had. */
async function takeFor(tx: Queries, checkout: CheckoutRow, now: number): Promise<string | undefined> {
  const { store_id, product_id, quantity, id } = checkout
  if (checkout.status === 'paid') return 'The checkout has been paid already'
  const stillHeld = checkout.status === 'open' && checkout.expires_at > now
  if (!stillHeld) {
    const product = await lockProduct(tx, store_id, product_id)
    if (!product) return 'The product has been deleted'
    const reserved = await reservedQuantity(tx, store_id, product_id, now, id)
    if (availableStock(product.stock, reserved) < quantity)
      return 'The reservation had run out and the stock is gone'
  }
  const taken = await takeStock(tx, store_id, product_id, quantity, now)
  return taken ? undefined : 'The stock is gone'
}

async function parkMoney(
  tx: Queries,
  world: World,
  payment: PaymentRow,
  reason: string,
): Promise<Settlement> {
  const at = world.now()
  await settlePaymentRow(tx, { ...keyOf(payment), status: 'refund_due', order_id: null, settled_at: at })
  await insertRefundTask(tx, {
    store_id: payment.store_id,
    payment_id: payment.id,
    amount_paise: payment.amount_paise,
    reason,
    created_at: at,
    done_at: null,
  })
  return { kind: 'refund_due' }
}

const keyOf = ({ store_id, id }: PaymentRow) => ({ store_id, id })
