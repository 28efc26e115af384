import { verify } from '../../server/actions/verify.ts'
import { findOrder } from '../../server/storage/orders/orders.ts'
import { findProduct } from '../../server/storage/products/products.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import type { Place } from '../place/place.ts'
import { arrivedIn, notAsOwed, repeatWords } from './arrivals.ts'
import type { Crowd, Made } from './crowd.ts'

export interface Checked {
  /** Every difference from what was acknowledged to the crowd, and every broken invariant. */
  problems: string[]
  orders: number
  /** What arrived more than once, in words. */
  again: string
}

/** Compares what was acknowledged to the crowd with the data, and checks every invariant. */
export async function check(place: Place, crowd: Crowd): Promise<Checked> {
  const problems: string[] = []
  for await (const { name, count, first } of verify(place.world)) {
    if (count > 0) problems.push(`${name}: ${count} broken, such as ${JSON.stringify(first[0])}`)
  }
  for (const made of crowd.made) problems.push(...(await checkMade(place, made)))
  for (const { store_id } of crowd.stores) problems.push(...(await checkCounts(place, crowd, store_id)))
  const orders = crowd.made.flatMap((made) => made.orders)
  const came = arrivedIn(place)
  const owed = {
    deliveries: orders.map(({ orderId }) => `evt_${orderId}`),
    mails: orders.flatMap(({ orderId, status }) =>
      [...new Set(['started', status])].map((kind) => `<${orderId}.${kind}@localhost>`),
    ),
  }
  problems.push(...notAsOwed(came, owed))
  return { problems, orders: orders.length, again: repeatWords(came) }
}

async function checkMade(
  { world }: Place,
  { store, productId, name, given, orders }: Made,
): Promise<string[]> {
  const problems: string[] = []
  const product = await findProduct(world.db, store.store_id, productId)
  const returned = orders.filter(({ status }) => status === 'cancelled').length
  const expected = given - orders.length + returned
  if (product?.name !== name || product.stock !== expected) {
    problems.push(`${name}: the stock is ${product?.stock} and should be ${expected}`)
  }
  for (const { orderId, status } of orders) {
    const order = await findOrder(world.db, store.store_id, orderId)
    if (order?.status !== status) problems.push(`The order ${orderId} is ${order?.status}, not ${status}`)
  }
  return problems
}

/** Checks that nothing was made twice: as many products and orders exist as were acknowledged. */
async function checkCounts({ world }: Place, crowd: Crowd, storeId: string): Promise<string[]> {
  const made = crowd.made.filter(({ store }) => store.store_id === storeId)
  const expected = { products: made.length, orders: made.flatMap(({ orders }) => orders).length }
  const problems: string[] = []
  for (const table of ['products', 'orders'] as const) {
    const rows = await rowsOf(world.db, (sql) =>
      sql.selectFrom(table).select('id').where('store_id', '=', storeId),
    )
    if (rows.length !== expected[table]) {
      problems.push(`${rows.length} ${table} of ${storeId} instead of ${expected[table]}`)
    }
  }
  return problems
}
