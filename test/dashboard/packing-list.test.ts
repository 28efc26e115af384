import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PublicOrder } from '../../contract/orders.ts'
import { packingList } from '../../dashboard/pages/orders/slips/packing-list.ts'

const order = (product_id: string, product_name: string, details: object): PublicOrder =>
  ({
    product_id,
    product_name,
    order_details: { quantity: 1, variation: null, size: null, color: null, ...details },
  }) as PublicOrder

test('a packing list sums the pieces of each product and choice, sorted by name', () => {
  const list = packingList([
    order('2', 'Shawl', { size: 'L', quantity: 2 }),
    order('1', 'Lamp', { color: 'Gold' }),
    order('2', 'Shawl', { size: 'L' }),
    order('2', 'Shawl', { size: 'M' }),
    order('3', 'Lamp', { color: 'Gold' }),
  ])
  assert.deepEqual(
    list.map(({ product, choices, pieces, orders }) => [product, choices.join(), pieces, orders]),
    [
      ['Lamp', 'Gold', 1, 1],
      ['Lamp', 'Gold', 1, 1],
      ['Shawl', 'L', 3, 2],
      ['Shawl', 'M', 1, 1],
    ],
  )
})
