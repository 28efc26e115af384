// A process that kills itself at a chosen step of a delivery, as a crash would: main.js delivery STEP STORE PRODUCT.
import { setTimeout as sleep } from 'node:timers/promises'
import { die, openDoomedWorld } from '../../../faults/deeds/doom.ts'
import { instead } from '../../../faults/deeds/instead.ts'
import { placeTestOrder } from '../../../server/actions/orders/place-test-order.ts'
import { listDeliveries } from '../../../server/storage/webhooks/deliveries.ts'
import { WebhookWorker } from '../../../server/workers/webhooks.ts'
import type { World } from '../../../server/world.ts'

const [step, storeId = '', productId = ''] = process.argv.slice(2)
const world = await openDoomedWorld()

async function oneIsRecorded() {
  for (;;) {
    const deliveries = await listDeliveries(world.db, storeId, { limit: 10 })
    if (deliveries.some(({ status }) => status === 'delivered')) return
    await sleep(5)
  }
}

let posts = 0
const post: World['receivers']['post'] = async (posting) => {
  if (step === 'claimed') die()
  if (step === 'between' && ++posts === 2) {
    await oneIsRecorded()
    die()
  }
  const result = await world.receivers.post(posting)
  if (step === 'answered' && 'status' in result) die()
  return result
}

if (step !== 'committed') new WebhookWorker({ ...world, receivers: instead(world.receivers, { post }) }, [])
await placeTestOrder(world, { storeId, productId, given: {} })
if (step === 'committed') die()
await sleep(60_000)
