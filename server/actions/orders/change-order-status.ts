import { refuse } from '#contract/errors.ts'
import { isFinal, nextStatuses, returnsStock, type SettableStatus } from '#contract/order-status.ts'
import { canBecome } from '../../rules/orders/order-status.ts'
import type { Queries } from '../../storage/engine.ts'
import type { MaybePromise } from '../../storage/maybe-promise.ts'
import { writeOrderHistory } from '../../storage/orders/order-history.ts'
import { recountOrder } from '../../storage/orders/order-sums.ts'
import {
  findOrderWithLines,
  lockOrderWithLines,
  moveOrder,
  type OrderWithLines,
} from '../../storage/orders/orders.ts'
import { oweRefund } from '../../storage/payments/refund-tasks.ts'
import { returnStock } from '../../storage/products/products.ts'
import type { OrderRow } from '../../storage/schema.ts'
import type { World } from '../../world.ts'
import { queueOrderMail } from '../mails/queue-order-mail.ts'
import { tellOfRefund } from '../mails/tell-of-payment.ts'
import type { Note } from '../note.ts'
import { type Once, onceOnly } from '../once.ts'
import { refuseMissingOrder } from './refuse-missing-order.ts'

interface StatusChange {
  storeId: string
  orderId: string
  status: SettableStatus
  /** Absent leaves the saved one, null clears it. */
  trackingUrl?: string | null | undefined
  source: 'api' | 'dashboard' | 'system'
  actor: string
  once?: Once | undefined
  /** The order, if the caller has just read it. */
  found?: OrderWithLines | undefined
  /** Throws if the order, as it is at the decision, must not be changed. */
  allow?: (order: OrderRow) => void
}

/** Gets the order as it was before. */
type MoveNote = Note<OrderRow> | undefined

/**
 * The move, the stock and refund that follow, its line of history and the customer's mail are one transaction. It does
 * not lock the order first: if a concurrent change was quicker, the number of its line is taken, the insert fails as a
 * duplicate, and it decides again with the order locked.
 */
export async function changeOrderStatus(
  world: World,
  change: StatusChange,
  note?: MoveNote,
): Promise<{ replayed: boolean }> {
  const { db } = world
  if (change.once) return changeHeldOrder(world, change, note)
  const order = change.found ?? (await findOrderWithLines(db, change.storeId, change.orderId))
  if (!order) return refuseMissingOrder(db, change.orderId)
  try {
    await db.transaction((tx) => move(tx, world, order, change, note))
    return { replayed: false }
  } catch (error) {
    if (!db.dialect.isDuplicate(error)) throw error
    return changeHeldOrder(world, change, note)
  }
}

const changeHeldOrder = (world: World, change: StatusChange, note: MoveNote) =>
  world.db.transaction((tx) =>
    onceOnly(world, tx, change.once, async () => {
      const order = await lockOrderWithLines(tx, change.storeId, change.orderId)
      if (!order) return refuseMissingOrder(tx, change.orderId)
      await move(tx, world, order, change, note)
      return {}
    }),
  )

async function move(tx: Queries, world: World, order: OrderWithLines, change: StatusChange, note: MoveNote) {
  change.allow?.(order)
  const from = order.status
  const to = change.status
  if (isFinal(from)) throw refuse('order_already_final', { status: from })
  const repeats = from === to
  if (!repeats && !canBecome(from, to)) {
    throw refuse('impossible_step', { from, to, allowed: nextStatuses(from).join(', ') })
  }
  const trackingUrl = change.trackingUrl === undefined ? order.tracking_url : change.trackingUrl
  if (repeats && trackingUrl === order.tracking_url) return

  const at = world.now()
  const { store_id, id: order_id } = order
  const writes: MaybePromise<unknown>[] = [
    moveOrder(tx, { store_id, id: order_id, status: to, tracking_url: trackingUrl, updated_at: at }),
    writeOrderHistory(tx, {
      store_id,
      order_id,
      id: world.newId(),
      at,
      source: change.source,
      actor: change.actor,
      from_status: from,
      to_status: to,
      tracking_url: trackingUrl,
      number: order.lines + 1,
      about: null,
    }),
  ]
  if (note) writes.push(note(tx, order))
  if (!repeats) {
    if (returnsStock(from, to)) writes.push(returnStock(tx, store_id, order.product_id, order.quantity, at))
    writes.push(queueOrderMail(tx, order, to, at), recountOrder(tx, order, to))
    if (to === 'cancelled' && !order.is_test) writes.push(owe(tx, world, order, at))
  }
  await Promise.all(writes)
}

async function owe(tx: Queries, world: World, { store_id, checkout_id }: OrderRow, at: number) {
  const task = await oweRefund(tx, store_id, checkout_id, at)
  if (task) await tellOfRefund(tx, world, task)
}
