import type { MoveOutcome } from '#contract/dashboard/orders.ts'
import type { OrderStatus, SettableStatus } from '#contract/order-status.ts'
import type { OrderRow } from '../../storage/schema.ts'
import type { World } from '../../world.ts'
import { eachByItself } from '../each-by-itself.ts'
import type { Note } from '../note.ts'
import { isRefusal, Refused } from '../refused.ts'
import { changeOrderStatus } from './change-order-status.ts'

interface OneMove {
  id: string
  /** The status that the person saw: the consequences of moving the order were shown for that one alone. */
  from: string
  /** Absent leaves the saved one. */
  trackingUrl?: string | undefined
}

interface Move {
  storeId: string
  status: SettableStatus
  actor: string
}

/** Moves many orders, each as it would be moved alone: with its own transaction, line of history, mail and note. */
export const moveOrders = (
  world: World,
  orders: readonly OneMove[],
  { storeId, status, actor }: Move,
  note?: Note<OrderRow>,
): Promise<MoveOutcome> =>
  eachByItself(orders, async ({ id, from, trackingUrl }) => {
    let was: OrderStatus | null = null
    const allow = (order: OrderRow) => {
      was = order.status
      // Refused also if it has the status already: a tracking link that someone else gave it must stay.
      if (was === status || was !== from) throw new Refused('The order was moved meanwhile')
    }
    const change = { storeId, orderId: id, status, trackingUrl, source: 'dashboard', actor, allow } as const
    try {
      await changeOrderStatus(world, change, note)
      return 'done'
    } catch (error) {
      if (!isRefusal(error)) throw error
      return was === status ? 'already' : { refused: { status: was } }
    }
  })
