import { setTimeout as sleep } from 'node:timers/promises'
import { placeTestOrder } from '../../server/actions/orders/place-test-order.ts'
import { type SeededStore, seedStore } from '../../server/actions/stores/seed-store.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import type { World } from '../../server/world.ts'
import { median, percentile, type Row } from '../results/report.ts'

const URLS_PER_STORE = 5
const HANGING_STORES = 200
const HEALTHY_STORES = 20
const MOST_MS = 2000
const LOOK_EVERY_MS = 20

interface Receivers {
  url: string
  silentUrl: string
  stats(): Promise<{ latenciesMs: number[] }>
}

/** The time from an order's commit in another process to the event's arrival, while 1,000 other URLs hang. */
export async function measureFairness(world: World, receivers: Receivers): Promise<Row> {
  const hanging = await stores(world, HANGING_STORES, (n) => `${receivers.silentUrl}/${n}`)
  const healthy = await stores(world, HEALTHY_STORES, (n) => `${receivers.url}/timed?${n}`)
  await Promise.all(hanging.map((store) => order(world, store)))
  await Promise.all(healthy.map((store) => order(world, store)))
  const all = HEALTHY_STORES * URLS_PER_STORE
  let latencies: number[] = []
  while (latencies.length < all) {
    await sleep(LOOK_EVERY_MS)
    latencies = (await receivers.stats()).latenciesMs
  }
  const last = percentile(latencies, 0.99)
  return {
    what: `${all} URLs that answer beside ${HANGING_STORES * URLS_PER_STORE} that hang, 99th percentile`,
    target: `under ${MOST_MS / 1000} s`,
    met: last < MOST_MS,
    figures: `${last} ms, median ${median(latencies)} ms`,
  }
}

const stores = (world: World, count: number, urlOf: (n: number) => string): Promise<SeededStore[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const store = await seedStore(world, n, 1, 0)
      for (let i = 0; i < URLS_PER_STORE; i++)
        await addWebhook(world, { storeId: store.store_id, url: `${urlOf(n)}/${i}` })
      return store
    }),
  )

const order = (world: World, { store_id: storeId, product_ids: [productId = ''] }: SeededStore) =>
  placeTestOrder(world, { storeId, productId, given: {} })
