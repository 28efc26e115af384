import type { GatewayName } from '#contract/dashboard/orders.ts'
import { isHeldFor, isPayable } from '../../rules/checkout/checkout.ts'
import { letterHour } from '../../rules/mails/order-letters.ts'
import type { Queries } from '../../storage/engine.ts'
import {
  lockReplacement,
  reservedQuantity,
  setCheckoutStatus,
  undoReplacement,
} from '../../storage/orders/checkouts.ts'
import { endProblemsOf } from '../../storage/payments/payment-problems.ts'
import { type LockedPayment, lockPayment, settlePaymentRow } from '../../storage/payments/payments.ts'
import { insertRefundTask } from '../../storage/payments/refund-tasks.ts'
import { findProduct, returnStock, takeStock } from '../../storage/products/products.ts'
import type { CheckoutRow } from '../../storage/schema.ts'
import { type SellingStore, shareSellingStore } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'
import { tellOfOrder } from '../mails/tell-of-order.ts'
import { tellOfRefund, tellWhoPaid } from '../mails/tell-of-payment.ts'
import { placeOrder } from '../orders/place-order.ts'
import { noteProblem } from './note-problem.ts'

/** Money that a gateway has verified as received. */
interface Capture {
  storeId: string
  gateway: GatewayName
  reference: string
  amountPaise: number
}

type Settlement =
  | { kind: 'ordered'; orderId: string }
  | { kind: 'refund_due' }
  | { kind: 'refused'; reason: string }

/**
 * Every verified payment ends here, however often and from wherever it is reported: callback, webhook or poller. It
 * makes exactly one order, or parks the money for the seller to refund. The lock on the payment's row makes
 * simultaneous reports take turns, and all but the first find it settled. Rows are always locked in the order payment,
 * checkout, its replacement, product, store, to avoid deadlock. The store is locked twice: shared at the beginning,
 * which blocks only its deletion and a change of its address, and exclusively at the end, where the event gets its
 * number.
 */
export async function settlePayment(world: World, capture: Capture): Promise<Settlement> {
  const settlement = await settleInTransaction(world, capture)
  if (settlement.kind === 'ordered') world.signals.raise('deliveries')
  return settlement
}

function settleInTransaction(world: World, capture: Capture): Promise<Settlement> {
  return world.db.transaction(async (tx) => {
    const [store, payment] = await Promise.all([
      shareSellingStore(tx, capture.storeId, letterHour(world.now())),
      lockPayment(tx, capture.storeId, capture.gateway, capture.reference),
    ])
    // There is nobody to tell, and a problem's row is deleted with its store.
    if (!store) return { kind: 'refused', reason: 'The store has been deleted' }
    if (payment?.order_id) return { kind: 'ordered', orderId: payment.order_id }
    if (payment?.status === 'refund_due') return { kind: 'refund_due' }
    if (!payment) return { kind: 'refused', reason: 'No such payment was started' }
    const wrong = amountProblem(payment, capture)
    if (wrong) {
      // Parks the money first: the seller is told of the refund, and of the problem only if no money is parked.
      const parked = capture.amountPaise > 0 && (await parkMoney(tx, world, payment, capture, wrong))
      const refused = await refusal(tx, world, capture, payment.id, wrong)
      return parked || refused
    }
    const { checkout } = payment
    const replacement = await lockReplacement(tx, checkout)
    const obstacle = await takeFor(tx, world, checkout, replacement)
    if (obstacle) return parkMoney(tx, world, payment, capture, obstacle)
    if (replacement) await undoReplacement(tx, checkout, replacement)
    return { kind: 'ordered', orderId: await turnIntoOrder(tx, world, store, payment) }
  })
}

const amountProblem = (payment: LockedPayment, { amountPaise }: Capture) =>
  payment.amount_paise === amountPaise
    ? undefined
    : `Paid ${amountPaise} paise instead of ${payment.amount_paise}`

async function refusal(
  tx: Queries,
  world: World,
  { storeId: store_id, gateway, reference }: Capture,
  payment_id: string,
  reason: string,
): Promise<Settlement> {
  await noteProblem(tx, world, { store_id, gateway, reference, reason, payment_id })
  return { kind: 'refused', reason }
}

/**
 * Takes the pieces from the stock, or says why they cannot be had. Taking locks the product's row. Only then it checks
 * whether the reservation has run out: a customer who was given these pieces after that held the lock earlier.
 */
async function takeFor(
  tx: Queries,
  world: World,
  checkout: CheckoutRow,
  replacement: CheckoutRow | undefined,
): Promise<string | undefined> {
  const { store_id, product_id, quantity } = checkout
  if (checkout.status === 'paid') return 'The checkout has been paid already'
  if (replacement?.status === 'paid') return 'The customer sent the form twice and has paid for the other one'
  if (!isPayable(checkout, world.now())) return 'The payment arrived more than a day after the checkout'
  // The customer was erased: a clock was a month ahead, and is right again.
  if (checkout.customer_email === '') return 'The customer is no longer known'
  const left = await takeStock(tx, store_id, product_id, quantity, world.now())
  const now = world.now()
  const isHeld = isHeldFor(checkout, replacement, now)
  if (left !== undefined) {
    const { id } = replacement ?? checkout
    if (isHeld || (await reservedQuantity(tx, store_id, product_id, now, id)) <= left) return undefined
    await returnStock(tx, store_id, product_id, quantity, now)
  } else if (!(await findProduct(tx, store_id, product_id))) return 'The product has been deleted'
  return isHeld ? 'The stock is gone' : 'The reservation had expired and the stock is gone'
}

async function turnIntoOrder(tx: Queries, world: World, store: SellingStore, payment: LockedPayment) {
  const orderId = world.newId()
  const { checkout } = payment
  const { store_id } = checkout
  const [, , order] = await Promise.all([
    setCheckoutStatus(tx, store_id, checkout.id, 'paid'),
    settleRow(tx, payment, { status: 'paid', order_id: orderId, settled_at: world.now() }),
    placeOrder(tx, world, payment, orderId),
  ])
  await tellOfOrder(tx, world, store, order)
  return orderId
}

/** Settles the payment and closes its problems: the seller need not look for money that has arrived. */
async function settleRow(
  tx: Queries,
  { id, gateway, reference, hasProblems, checkout: { store_id } }: LockedPayment,
  outcome: { status: 'paid' | 'refund_due'; order_id: string | null; settled_at: number },
): Promise<void> {
  const { settled_at: at } = outcome
  await Promise.all([
    settlePaymentRow(tx, { store_id, id, ...outcome }),
    hasProblems && endProblemsOf(tx, { store_id, gateway, reference, at }),
  ])
}

async function parkMoney(
  tx: Queries,
  world: World,
  payment: LockedPayment,
  { amountPaise: amount_paise }: Capture,
  reason: string,
): Promise<Settlement> {
  const at = world.now()
  const { id, checkout, is_test } = payment
  const { store_id } = checkout
  // A payment of nothing, or of test money, owes nobody a refund.
  const isOwed = amount_paise > 0 && !is_test
  const task = { store_id, payment_id: id, amount_paise, reason, created_at: at, done_at: null }
  await Promise.all([
    // Ends the reservation too.
    setCheckoutStatus(tx, store_id, checkout.id, 'ended'),
    settleRow(tx, payment, { status: 'refund_due', order_id: null, settled_at: at }),
    isOwed && insertRefundTask(tx, task),
  ])
  if (isOwed) {
    await tellOfRefund(tx, world, task)
    await tellWhoPaid(tx, world, task)
  }
  return { kind: 'refund_due' }
}
