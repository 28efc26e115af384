import { startCheckout } from '../../server/actions/orders/start-checkout.ts'
import { gatewayFor } from '../../server/actions/payments/gateways.ts'
import { startPayment } from '../../server/actions/payments/start-payment.ts'
import type { Gateway } from '../../server/payments/gateway.ts'
import type { PurchaseInput } from '../../server/rules/checkout/purchase.ts'
import { findProduct } from '../../server/storage/products/products.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import type { World } from '../../server/world.ts'
import { aProduct, newSeller, type TestApp } from '../app/app.ts'

export const aCustomer = (changes: Partial<PurchaseInput> = {}): PurchaseInput => ({
  quantity: '1',
  name: 'Meera Iyer',
  email: 'meera@example.com',
  phone: '9876543210',
  pincode: '560001',
  line1: '4 Lake Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
  ...changes,
})

/** A store with one product, and customers who come to it. */
export async function openShop(app: TestApp, product: object = {}) {
  const seller = await newSeller(app)
  const created = await seller.call('POST', '/api/products/create', aProduct(product))
  const productId: string = created.body.product_id
  const { world } = app
  const storeId = seller.store_id

  const reserve = (input: Partial<PurchaseInput> = {}) =>
    startCheckout(world, { storeId, productId, input: aCustomer(input) })
  const beginPaying = async (input: Partial<PurchaseInput> = {}, gateway?: Gateway) => {
    const started = await reserve(input)
    if ('problems' in started) throw new Error([...started.problems.values()].join())
    return startPayment(world, gateway ?? (await gatewayFor(world, storeId)), started.checkout)
  }
  return {
    seller,
    storeId,
    productId,
    reserve,
    beginPaying,
    ledger: () => ledgerOf(world, storeId, productId),
  }
}

/** Counts all rows that orders leave behind. */
async function ledgerOf({ db }: World, storeId: string, productId: string) {
  const tables = ['orders', 'events', 'mails', 'refund_tasks', 'payment_problems', 'order_history'] as const
  const counts = await Promise.all(
    tables.map(async (table) => {
      const rows = await rowsOf(db, (sql) =>
        sql.selectFrom(table).select('store_id').where('store_id', '=', storeId),
      )
      return [table, rows.length] as const
    }),
  )
  const stock = (await findProduct(db, storeId, productId))?.stock
  return { ...(Object.fromEntries(counts) as Record<(typeof tables)[number], number>), stock }
}
