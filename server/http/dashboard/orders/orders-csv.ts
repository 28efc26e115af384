import { csvLine } from '#contract/csv.ts'
import { ORDER_TITLES, orderCells } from '../../../rules/orders/order-csv.ts'
import { listOrderNumbers } from '../../../storage/orders/order-numbers.ts'
import { listWholeOrders } from '../../../storage/orders/orders.ts'
import type { World } from '../../../world.ts'
import { findOrders } from './find-orders.ts'

const BATCH = 200

/** What the list shows under the same conditions, in its order. */
export async function* ordersCsv(
  { db, publicUrl }: World,
  storeId: string,
  query: Parameters<typeof findOrders>[2],
) {
  yield csvLine(ORDER_TITLES)
  let after: string | undefined
  do {
    const { items, next } = await findOrders(db, storeId, query, after, BATCH)
    const ids = items.map(({ id }) => id)
    const orders = new Map((await listWholeOrders(db, storeId, ids)).map((order) => [order.id, order]))
    const numbers = await listOrderNumbers(db, storeId, ids)
    for (const id of ids) {
      const order = orders.get(id)
      if (order) yield csvLine(orderCells({ ...order, number: numbers.get(id)! }, publicUrl))
    }
    after = next ?? undefined
  } while (after !== undefined)
}
