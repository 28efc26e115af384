// A process that kills itself at a chosen step of a delivery, as a crash would: doomed.ts STEP STORE PRODUCT.
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { placeTestOrder } from '../../server/actions/place-test-order.ts'
import { readConfig } from '../../server/config.ts'
import { openWorld } from '../../server/open-world.ts'
import { listDeliveries } from '../../server/storage/deliveries.ts'
import { WebhookWorker } from '../../server/workers/webhooks.ts'
import type { World } from '../../server/world.ts'

const [step, storeId = '', productId = ''] = process.argv.slice(2)
const read = readConfig(process.env)
if ('problems' in read) throw new Error(read.problems.join('\n'))
const world = await openWorld(read.config, { log: pino({ level: 'silent' }) })

const die = () => process.kill(process.pid, 'SIGKILL')

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
  if (step === 'answered') die()
  return result
}

if (step !== 'committed') {
  const { receivers } = world
  const doomed = { allowedNetworks: receivers.allowedNetworks, trace: receivers.trace, post }
  new WebhookWorker({ ...world, receivers: doomed as World['receivers'] }, [])
}
await placeTestOrder(world, { storeId, productId, given: {} })
if (step === 'committed') die()
await sleep(60_000)
