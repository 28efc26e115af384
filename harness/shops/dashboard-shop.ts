import { placeTestOrder } from '../../server/actions/orders/place-test-order.ts'
import { aProduct, type TestApp } from '../app/app.ts'
import { newOwner } from './dashboard.ts'

/** An owner whose store sells one product: 50 pieces at 100 rupees, plus 20 for shipping. */
export async function ownerWithProduct(app: TestApp) {
  const owner = await newOwner(app)
  const { product_id } = await owner.ask('createProduct', {
    store: owner.store,
    ...aProduct({ price: 100, stock: 50, shipping_cost: 20 }),
  })
  return { ...owner, product: product_id }
}

type Shop = { store: string; product: string }

/** Places a test order for that product. */
export async function placeOrder(app: TestApp, { store, product }: Shop, given: object = {}) {
  const { order_id } = await placeTestOrder(app.world, { storeId: store, productId: product, given })
  return order_id
}
