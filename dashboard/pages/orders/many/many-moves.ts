import type { OrderLine } from '#contract/dashboard/orders.ts'
import { returnsStock, type SettableStatus } from '#contract/order-status.ts'

/** The orders to be moved, and their new status. */
export interface Asked {
  status: SettableStatus
  orders: readonly OrderLine[]
}

/** The moves that every one of the orders allows, in the order in which buttons should stand. */
export const sharedMoves = ([first, ...others]: readonly Pick<OrderLine, 'next'>[]): SettableStatus[] =>
  first ? first.next.filter((status) => others.every(({ next }) => next.includes(status))) : []

type Cancelled = Pick<OrderLine, 'status' | 'quantity' | 'amount' | 'test'>

/** What cancelling them returns: pieces that are not yet sent, and real money (not test payments). */
export const givenBack = (orders: readonly Cancelled[]) => ({
  pieces: sum(orders.map(({ status, quantity }) => (returnsStock(status, 'cancelled') ? quantity : 0))),
  amount: sum(orders.map(({ test, amount }) => (test ? 0 : Math.round(amount * 100)))) / 100,
})

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
