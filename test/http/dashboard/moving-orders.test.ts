import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TO_PREPARE_STATUSES } from '../../../contract/dashboard/orders.ts'
import type { OrderStatus } from '../../../contract/order-status.ts'
import { openOnEachEngine } from '../../../harness/app/on-each-engine.ts'
import { ownerWithProduct, placeOrder } from '../../../harness/shops/dashboard-shop.ts'
import { findOrders } from '../../../server/http/dashboard/orders/find-orders.ts'
import { countOrdersIn } from '../../../server/storage/orders/order-counts.ts'
import { eventful } from '../../help/eventful.ts'

openOnEachEngine('orders that move while they are read', (open) => {
  /** An order to prepare, and a database in which the order moves on as soon as a query has been answered. */
  async function movingOrder() {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, store } = owner
    const order = await placeOrder(app, owner)
    const moving = eventful(app.world.db, () =>
      ask('changeOrderStatus', { store, order, status: 'processing' }),
    )
    return { moving, store, order }
  }
  /** In both orders of reading, a moving order appears exactly once. */
  const orders: (readonly OrderStatus[])[] = [TO_PREPARE_STATUSES, TO_PREPARE_STATUSES.toReversed()]

  test('the list of orders to prepare has such an order once', async () => {
    for (const statuses of orders) {
      const { moving, store, order } = await movingOrder()
      const { items } = await findOrders(moving, store, { search: '', statuses }, undefined, 10)
      assert.deepEqual(
        items.map(({ id }) => id),
        [order],
      )
    }
  })

  test('the count of orders to prepare includes such an order once', async () => {
    for (const statuses of orders) {
      const { moving, store } = await movingOrder()
      assert.equal(await countOrdersIn(moving, store, statuses), 1)
    }
  })
})
