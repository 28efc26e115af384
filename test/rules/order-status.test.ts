import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isFinal,
  nextStatuses,
  ORDER_STATUSES,
  type OrderStatus,
  returnsStock,
} from '../../contract/order-status.ts'
import { ACTIVE_STATUSES, canBecome } from '../../server/rules/orders/order-status.ts'

const STEPS = [
  'started processing',
  'started cancelled',
  'processing dispatched',
  'processing cancelled',
  'dispatched delivered',
  'dispatched cancelled',
]
const RETURNS_STOCK = ['started cancelled', 'processing cancelled']

test('only the six pairs of the table are valid steps, and two of them return the stock', () => {
  const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const))
  const named = (holds: (from: OrderStatus, to: OrderStatus) => boolean) =>
    pairs.filter(([from, to]) => holds(from, to)).map((pair) => pair.join(' '))
  assert.deepEqual(named(canBecome), STEPS)
  assert.deepEqual(named(returnsStock), RETURNS_STOCK)
})

test('delivered and cancelled are final; all other statuses keep a product from being deleted', () => {
  assert.deepEqual(ORDER_STATUSES.filter(isFinal), ['delivered', 'cancelled'])
  assert.deepEqual(ACTIVE_STATUSES, ['started', 'processing', 'dispatched'])
})

test('every status but the first can be reached from it', () => {
  const reached = new Set<OrderStatus>(['started'])
  for (const status of reached) for (const next of nextStatuses(status)) reached.add(next)
  assert.deepEqual([...reached].toSorted(), [...ORDER_STATUSES].toSorted())
})
