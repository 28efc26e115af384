import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import { listDeliveries } from '../../server/storage/webhooks/deliveries.ts'
import { listAttempts } from '../../server/storage/webhooks/delivery-attempts.ts'
import { newSeller, type TestApp } from '../app/app.ts'
import { newOrder, newProduct } from './orders.ts'

/** Settings that let an app deliver to receivers on this machine. */
export const TO_THIS_MACHINE = { WEBHOOK_ALLOW_NETWORKS: 'loopback' }

/** A store with a product and webhooks to these URLs. */
export async function newShopWithWebhooks(app: TestApp, urls: string[]) {
  const seller = await newSeller(app)
  const productId = await newProduct(seller, { stock: 100_000 })
  const storeId = seller.store_id
  const webhooks: Awaited<ReturnType<typeof addWebhook>>[] = []
  for (const url of urls) webhooks.push(await addWebhook(app.world, { storeId, url }))
  const only = { storeId, webhookId: webhooks[0]?.webhook_id ?? '' }
  return {
    seller,
    storeId,
    productId,
    webhooks,
    /** The first webhook, in the form that actions take. */
    only,
    order: () => newOrder(app, seller, productId),
    deliveries: () => listDeliveries(app.world.db, storeId, { limit: 1000 }),
    /** The deliveries as another app on the same database sees them. */
    deliveriesOf: ({ world }: TestApp) => listDeliveries(world.db, storeId, { limit: 1000 }),
    attempts: (sequence: number, webhookId = only.webhookId) =>
      listAttempts(app.world.db, storeId, webhookId, sequence),
  }
}

export type Shop = Awaited<ReturnType<typeof newShopWithWebhooks>>
