import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../harness/app/app.ts'
import { newAccount } from '../../harness/servers/razorpay-server.ts'
import { openShop } from '../../harness/shops/shop.ts'
import { openPayment } from '../../server/actions/payments/open-payment.ts'
import { setRazorpayKeys } from '../../server/actions/payments/razorpay-keys.ts'
import { editProduct } from '../../server/actions/products/edit-product.ts'
import { rowsOf } from '../../server/storage/statement.ts'

test('a free product is ordered once, without asking any provider', async () => {
  await using app = await startTestApp()
  const shop = await openShop(app, { current_price: 0 })
  await setRazorpayKeys(app.world, shop.storeId, newAccount())
  const started = await shop.reserve()
  assert.ok('checkout' in started)
  const path = await openPayment(app.world, started.checkout)
  assert.match(path, /^\/o\/[\w-]{32}$/)
  assert.equal(await openPayment(app.world, started.checkout), path)
  const { orders, stock, refund_tasks } = await shop.ledger()
  assert.deepEqual({ orders, stock, refund_tasks }, { orders: 1, stock: 4, refund_tasks: 0 })

  const [order] = await rowsOf(app.world.db, (sql) =>
    sql.selectFrom('orders').select(['id', 'is_test']).where('store_id', '=', shop.storeId),
  )
  assert.equal(order?.is_test, 0)
  const cancelled = await shop.seller.call('PUT', `/api/orders/${order.id}/status`, { status: 'cancelled' })
  assert.equal(cancelled.status, 200)
  assert.equal((await shop.ledger()).refund_tasks, 0, 'and cancelled it leaves nothing to return')

  const late = await shop.reserve()
  assert.ok('checkout' in late)
  await editProduct(app.world, { storeId: shop.storeId, id: shop.productId, input: { stock: 0 } })
  const page = await (await fetch(app.url + (await openPayment(app.world, late.checkout)))).text()
  assert.match(page, /no longer available/)
  assert.match(page, /Nothing was charged/)
})
