import { placeTestOrder } from '../../server/actions/orders/place-test-order.ts'
import type { PurchaseInput } from '../../server/rules/checkout/purchase.ts'
import { aProduct, type newSeller, type TestApp } from '../app/app.ts'

export type Seller = Awaited<ReturnType<typeof newSeller>>

export async function newProduct(seller: Seller, changes: object = {}): Promise<string> {
  const { status, body } = await seller.call('POST', '/api/products/create', aProduct(changes))
  if (status !== 201) throw new Error(`${status} ${body.error}`)
  return body.product_id
}

/** A paid order of the product. */
export async function newOrder(
  app: TestApp,
  { store_id: storeId }: Seller,
  productId: string,
  given: Partial<PurchaseInput> = {},
): Promise<string> {
  return (await placeTestOrder(app.world, { storeId, productId, given })).order_id
}

const WAY: Record<string, string[]> = {
  started: [],
  processing: ['processing'],
  dispatched: ['processing', 'dispatched'],
  delivered: ['processing', 'dispatched', 'delivered'],
  cancelled: ['cancelled'],
}

/** An order of a new product, moved on to the status. */
export async function orderIn(app: TestApp, seller: Seller, status: string, productChanges: object = {}) {
  const product = await newProduct(seller, productChanges)
  const order = await newOrder(app, seller, product)
  for (const step of WAY[status]!) {
    const moved = await seller.call('PUT', `/api/orders/${order}/status`, { status: step })
    if (moved.status !== 200) throw new Error(moved.body.error)
  }
  return { product, order }
}
