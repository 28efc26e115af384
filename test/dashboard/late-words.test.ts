import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextStatuses, type OrderStatus, type SettableStatus } from '../../contract/order-status.ts'
import { lateWords } from '../../dashboard/pages/orders/order/late-words.ts'

const late = (was: OrderStatus, status: OrderStatus, wished: SettableStatus) =>
  lateWords({ was, now: { order: { status }, next: nextStatuses(status) }, wished })

test('a late change is answered with the order’s status and whether it can still be moved', () => {
  const sentences = {
    [late('processing', 'dispatched', 'cancelled')]:
      'This order is “On the way” by now. Confirm again if it should become “Cancelled” all the same.',
    [late('started', 'dispatched', 'processing')]:
      'This order is “On the way” by now and cannot become “Being prepared”.',
    [late('started', 'processing', 'processing')]: 'This order is “Being prepared” by now.',
    [late('processing', 'cancelled', 'cancelled')]: 'This order is “Cancelled” by now and stays so.',
    [late('processing', 'processing', 'dispatched')]:
      'Another tracking link was saved meanwhile. Confirm again to put yours in its place.',
  }
  for (const [said, expected] of Object.entries(sentences)) assert.equal(said, expected)
})
