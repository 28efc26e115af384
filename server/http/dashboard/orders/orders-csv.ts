import { csvLine } from '#contract/csv.ts'
import { ORDER_TITLES, orderCells } from '../../../rules/orders/order-csv.ts'
import { listOrderNumbers } from '../../../storage/orders/order-numbers.ts'
import { listWholeOrders } from '../../../storage/orders/orders.ts'
import type { World } from '../../../world.ts'
import { wholeList } from '../lists/whole-list.ts'
import { findOrders } from './find-orders.ts'

/** What the list shows under the same conditions, in its order. */
export async function* ordersCsv(
  { db, publicUrl }: World,
  storeId: string,
  query: Parameters<typeof findOrders>[2],
) {
  yield csvLine(ORDER_TITLES)
  const orders = wholeList(
    (...page) => findOrders(db, storeId, query, ...page),
    async (ids) => {
      const numbers = await listOrderNumbers(db, storeId, ids)
      const orders = await listWholeOrders(db, storeId, ids)
      return orders.map((order) => ({ ...order, number: numbers.get(order.id)! }))
    },
  )
  for await (const order of orders) yield csvLine(orderCells(order, publicUrl))
}
