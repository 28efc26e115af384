import { setTimeout as sleep } from 'node:timers/promises'
import { placeTestOrder } from '../../server/actions/orders/place-test-order.ts'
import { seedStore } from '../../server/actions/stores/seed-store.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import type { World } from '../../server/world.ts'
import { median, percentile, type Row } from '../results/report.ts'

const ORDERS = 100
const MOST_PAUSE_MS = 500
const LOOK_EVERY_MS = 20

interface TimingReceiver {
  url: string
  stats(): Promise<{ latenciesMs: number[] }>
}

/** The time from just before an order's commit in another process, the service being idle, to the event's arrival. */
export async function measureFirstAttempt(
  world: World,
  receiver: TimingReceiver,
  mostMs: number,
): Promise<Row> {
  const { store_id: storeId, product_ids } = await seedStore(world, 0, 1, 0)
  const place = () => placeTestOrder(world, { storeId, productId: product_ids[0]!, given: {} })
  await place() // Warms up the process that places orders, since it is not what is measured.
  await addWebhook(world, { storeId, url: `${receiver.url}/timed` })
  let latencies: number[] = []
  for (let order = 1; order <= ORDERS; order++) {
    await sleep(Math.random() * MOST_PAUSE_MS)
    await place()
    while (latencies.length < order) {
      await sleep(LOOK_EVERY_MS)
      latencies = (await receiver.stats()).latenciesMs
    }
  }
  const last = percentile(latencies, 0.99)
  return {
    what: 'First attempt after an order of another process, 99th percentile',
    target: `under ${mostMs} ms`,
    met: last < mostMs,
    figures: `${last} ms, median ${median(latencies)} ms`,
  }
}
