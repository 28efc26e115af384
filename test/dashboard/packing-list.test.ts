import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ORDER_STATUSES } from '../../contract/order-status.ts'
import type { PublicOrder } from '../../contract/orders.ts'
import { packingList } from '../../dashboard/pages/orders/slips/packing-list.ts'
import { orderTexts } from '../../dashboard/texts/orders.ts'

const order = (product_id: string, product_name: string, details: object): PublicOrder =>
  ({
    product_id,
    product_name,
    status: 'processing',
    order_details: { quantity: 1, variation: null, size: null, color: null, ...details },
  }) as PublicOrder

test('a packing list sums the pieces of each product and choice, sorted by name', () => {
  const { items } = packingList([
    order('2', 'Shawl', { size: 'L', quantity: 2 }),
    order('1', 'Lamp', { color: 'Gold' }),
    order('2', 'Shawl', { size: 'L' }),
    order('2', 'Shawl', { size: 'M' }),
    order('3', 'Lamp', { color: 'Gold' }),
  ])
  assert.deepEqual(
    items.map(({ product, choices, pieces, orders }) => [product, choices.join(), pieces, orders]),
    [
      ['Lamp', 'Gold', 1, 1],
      ['Lamp', 'Gold', 1, 1],
      ['Shawl', 'L', 3, 2],
      ['Shawl', 'M', 1, 1],
    ],
  )
})

test('a packing list has only orders that are still here, and counts the others', () => {
  const each = ORDER_STATUSES.map((status) => ({ ...order('1', 'Lamp', { size: status }), status }))
  const { items, gone } = packingList(each)
  assert.deepEqual(
    items.map(({ choices }) => choices.join()),
    ['processing', 'started'],
  )
  assert.equal(gone, 3)
  assert.deepEqual(packingList([]), { items: [], gone: 0 })
})

test('the orders that are not packed are named in the singular and the plural', () => {
  assert.equal(
    orderTexts.notPacked(1),
    '1 order is cancelled, delivered or on the way, so there is nothing to pack for it.',
  )
  assert.equal(
    orderTexts.notPacked(2),
    '2 orders are cancelled, delivered or on the way, so there is nothing to pack for them.',
  )
})
