import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { PRODUCT_LIMITS } from '#contract/products.ts'
import type { Running } from '../../harness/app/on-each-engine.ts'
import { newOrder, newProduct } from '../../harness/shops/orders.ts'
import { placePaidOrder } from '../../harness/shops/paid-order.ts'
import { base64, noise } from '../../harness/shops/pictures.ts'
import { openShop } from '../../harness/shops/shop.ts'
import { addCategory } from '../../server/actions/categories/add-category.ts'
import { changeDelivery } from '../../server/actions/orders/change-delivery.ts'
import { eraseCustomer } from '../../server/actions/orders/erase-customer.ts'
import { settlePayment } from '../../server/actions/payments/settle-payment.ts'
import { editProduct } from '../../server/actions/products/edit-product.ts'
import { changeLogo } from '../../server/actions/stores/change-logo.ts'
import { seedStore } from '../../server/actions/stores/seed-store.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import { setWebhookEnabled } from '../../server/actions/webhooks/set-webhook-enabled.ts'
import { insertImageUses, touchImages } from '../../server/storage/images/images.ts'
import { notePaymentProblem } from '../../server/storage/payments/payment-problems.ts'
import { findProduct } from '../../server/storage/products/products.ts'
import type { World } from '../../server/world.ts'
import { moneyGateway } from '../help/payments/money.ts'

const aPicture = () => noise({ width: 32, height: 24 }).png().toBuffer()

const picture = await aPicture()
export const HOURS_MS = 2 * 3_600_000

/**
 * A store with at least one of everything that can happen, and two of whatever could be confused. A check that looks at
 * the wrong row then fails.
 */
export async function openWholeShop({ app, clock }: Running): Promise<void> {
  const { world } = app
  const shop = await openShop(app, { stock: 9, primary_image: base64(picture) })
  const { storeId, productId, seller } = shop
  const first = await newOrder(app, seller, productId)
  const addUrl = (path: string) => addWebhook(world, { storeId, url: `https://127.0.0.1:1/${path}` })
  const [{ webhook_id: late }, { webhook_id: off }] = [await addUrl('late'), await addUrl('off')]
  await addUrl('on')
  await setWebhookEnabled(world, { storeId, webhookId: off, enabled: false })
  const [moved = '', cancelled = '', lost = ''] = [
    await newOrder(app, seller, productId, { quantity: '2' }),
    await newOrder(app, seller, productId),
    await newOrder(app, seller, productId),
  ]
  const tell = (order: string, status: string, tracking_url?: string) =>
    seller.call('PUT', `/api/orders/${order}/status`, { status, tracking_url })
  for (const order of [moved, lost])
    for (const status of ['processing', 'dispatched']) await tell(order, status)
  await tell(moved, 'dispatched', 'https://parcels.example.com/1')
  for (const order of [cancelled, lost]) await tell(order, 'cancelled')
  await changeDelivery(world, {
    ...{ storeId, orderId: first, actor: 'Asha', allow: () => {} },
    delivery: {
      ...{ customer_name: 'Ravi Rao', customer_phone: '9876501234', pincode: '560002' },
      address: { line1: '5 Lake Road', line2: '', city: 'Bengaluru', state: 'Karnataka', country: 'India' },
    },
  })
  await eraseCustomer(world, { storeId, orderId: cancelled, source: 'dashboard', actor: 'Asha' })

  await beginPayments(world, shop)
  const { primary_image: shown } = (await findProduct(world.db, storeId, productId))!
  await changeLogo(world, storeId, shown)
  for (const name of ['Lamps', 'Cups']) await addCategory(world, storeId, name)
  await editProduct(world, { storeId, id: productId, input: { categories: ['Lamps', 'Lamps'] } })
  await newProduct(seller, { primary_image: base64(picture), categories: ['Lamps'] })
  clock.advance(1)
  await setWebhookEnabled(world, { storeId, webhookId: late, enabled: false })
  const other = await newProduct(seller, { categories: ['Cups'] })
  await newOrder(app, seller, other)
  await setWebhookEnabled(world, { storeId, webhookId: late, enabled: true })
  await newOrder(app, seller, other)
  const free = await newProduct(seller, { current_price: 0 })
  for (const bought of [other, other, free]) {
    const { order_id: back } = await placePaidOrder(world, { storeId, productId: bought })
    await editProduct(world, { storeId, id: bought, input: { stock: PRODUCT_LIMITS.stockMax } })
    await tell(back, 'cancelled')
  }
  await placePaidOrder(world, { storeId, productId: other })
  await seedStore(world, 1, 3, 7)
  clock.advance(HOURS_MS)
  const newest = { store_id: storeId, hash: 'c'.repeat(64), extension: 'png', bytes: 1 }
  await touchImages(world.db, [newest], world.now())
}

type Shop = Awaited<ReturnType<typeof openShop>>

/** Two late payments, one with test money, one with a problem, and an abandoned checkout with a picture. */
async function beginPayments(world: World, { storeId, productId, beginPaying, reserve }: Shop) {
  const { db, images } = world
  const late = [
    await beginPaying({}, moneyGateway(world)),
    await beginPaying({}, moneyGateway(world)),
    await beginPaying(),
  ]
  const { id: payment_id, ...asked } = await beginPaying({}, { ...moneyGateway(world), askAfterMs: 60_000 })
  const { gateway, reference } = asked
  const problem = { store_id: storeId, gateway, reference, payment_id, reason: 'A strange amount' }
  await notePaymentProblem(db, { ...problem, at: world.now() })
  const reserved = await reserve()
  assert.ok('checkout' in reserved)
  await editProduct(world, { storeId, id: productId, input: { stock: 0 } })
  for (const { gateway, reference, amount_paise: amountPaise } of late) {
    const settled = await settlePayment(world, { storeId, gateway, reference, amountPaise })
    assert.equal(settled.kind, 'refund_due')
  }

  const bytes = await aPicture()
  const image = { store_id: storeId, hash: hash('sha256', bytes), extension: 'png' }
  await touchImages(db, [{ ...image, bytes: bytes.byteLength }], world.now())
  await images.put(`${storeId}/${image.hash}.png`, bytes, 'image/png')
  await insertImageUses(db, storeId, { kind: 'checkout', id: reserved.checkout.id }, [image.hash])
}
