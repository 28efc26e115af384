import type { ChangeSource } from '#contract/dashboard/orders.ts'
import { isErased } from '#contract/erased-customer.ts'
import { refuse } from '#contract/errors.ts'
import { isFinal } from '#contract/order-status.ts'
import { owedLetterId } from '../../rules/mails/letter-names.ts'
import { WITHHELD } from '../../rules/mails/mail-failure.ts'
import { MAIL_LEASE_MS } from '../../rules/mails/mail-retries.ts'
import { ERASED_ORDER } from '../../rules/orders/erased-order.ts'
import { orderEventId } from '../../rules/orders/order-event-id.ts'
import { orderCreated } from '../../rules/orders/present-order.ts'
import { DELIVERY_LEASE_MS } from '../../rules/webhooks/retry-schedule.ts'
import type { Queries } from '../../storage/engine.ts'
import { dropImageUses } from '../../storage/images/images.ts'
import { eraseMails, removeLetters } from '../../storage/mails/erased-mails.ts'
import { findCheckout } from '../../storage/orders/checkouts.ts'
import { eraseCheckout, eraseOrder, listMoneyOf, listReplaced } from '../../storage/orders/erased-orders.ts'
import { writeOrderHistory } from '../../storage/orders/order-history.ts'
import { rewriteOrderWords } from '../../storage/orders/order-words.ts'
import { lockOrderWithLines } from '../../storage/orders/orders.ts'
import { hasOpenProblem } from '../../storage/payments/payment-problem-list.ts'
import type { OrderRow } from '../../storage/schema.ts'
import { rewriteEvent } from '../../storage/webhooks/erased-events.ts'
import type { World } from '../../world.ts'
import { noteImageUses } from '../images/keep-images.ts'
import type { Note } from '../note.ts'
import { Refused } from '../refused.ts'

interface Erasure {
  storeId: string
  orderId: string
  source: ChangeSource
  actor: string
}

/**
 * Erases the customer from an order that is over, for good: from the order, the checkouts that it came from, its event,
 * its mails and everything queued. False where that was done before.
 */
export function eraseCustomer(
  world: World,
  { storeId, orderId, source, actor }: Erasure,
  note?: Note<OrderRow>,
): Promise<boolean> {
  return world.db.transaction(async (tx) => {
    const held = await lockOrderWithLines(tx, storeId, orderId)
    if (!held) throw refuse('order_not_found')
    const { lines, ...order } = held
    if (isErased(order.customer_email)) return false
    if (!isFinal(order.status)) {
      throw new Refused(
        "The order is not over yet: the customer's details can be erased once it is delivered or cancelled",
      )
    }
    const at = world.now()
    const after = { ...order, ...ERASED_ORDER, updated_at: at }
    const payments = await eraseCheckouts(tx, order, at)
    await eraseOutgoing(tx, world, after, payments)
    await eraseOrder(tx, order, at)
    await rewriteOrderWords(tx, order, after)
    await keepProductImage(tx, world, after, at)
    await writeOrderHistory(tx, {
      store_id: storeId,
      order_id: orderId,
      id: world.newId(),
      at,
      source,
      actor,
      from_status: order.status,
      to_status: order.status,
      tracking_url: null,
      number: lines + 1,
      about: 'erased',
    })
    await note?.(tx, after)
    return true
  })
}

/**
 * Erases the order's checkout and those that it replaced. Locks them in the order in which a settlement locks them: the
 * replaced ones first, then their replacement. Only then it looks for money that is owed, so that it misses none that
 * arrives meanwhile. Returns the payments.
 */
async function eraseCheckouts(tx: Queries, order: OrderRow, at: number): Promise<string[]> {
  const { store_id, checkout_id } = order
  const checkout = await findCheckout(tx, store_id, checkout_id)
  const ids = [...(checkout ? await listReplaced(tx, checkout) : []), checkout_id]
  for (const id of ids) {
    await eraseCheckout(tx, store_id, id)
    await dropImageUses(tx, store_id, { kind: 'checkout', id }, at)
  }
  const money = await listMoneyOf(tx, store_id, ids)
  if (money.some(({ is_owed }) => is_owed)) {
    throw new Refused('Money is still to be returned to this customer. Mark it under Refunds first')
  }
  const payments = money.map(({ id }) => id)
  if (await hasOpenProblem(tx, store_id, payments)) {
    throw new Refused('A payment of this customer is still to be looked at. Mark it under Refunds first')
  }
  return payments
}

type Sending = { status: string; due_at: number }

/**
 * Erases event, mails and letters. A worker that has claimed a row holds the old text in memory and may send it until
 * its lease ends, so then the erasure is refused.
 */
async function eraseOutgoing(tx: Queries, world: World, after: OrderRow, payments: readonly string[]) {
  const { store_id, id } = after
  const payload = JSON.stringify(orderCreated(after, world.publicUrl))
  const deliveries = await rewriteEvent(tx, { store_id, id: orderEventId(id), payload })
  const mails = await eraseMails(tx, { store_id, order_id: id }, WITHHELD.erased)
  const letters = await removeLetters(tx, store_id, {
    about: [id, ...payments],
    ids: payments.map(owedLetterId),
  })
  const now = world.now()
  const isClaimed = (leaseMs: number) => (row: Sending) =>
    row.status === 'pending' && row.due_at > now && row.due_at <= now + leaseMs
  if (
    deliveries.some(isClaimed(DELIVERY_LEASE_MS)) ||
    [...mails, ...letters].some(isClaimed(MAIL_LEASE_MS))
  ) {
    throw new Refused('Something about this order is being sent just now. Try again in two minutes')
  }
}

/** Releases the pictures that the customer sent as answers, for the next sweeps; the product's picture stays. */
async function keepProductImage(tx: Queries, world: World, order: OrderRow, at: number) {
  const owner = { kind: 'order', id: order.id } as const
  await dropImageUses(tx, order.store_id, owner, at)
  await noteImageUses(tx, world, order.store_id, owner, [order.product_image])
}
