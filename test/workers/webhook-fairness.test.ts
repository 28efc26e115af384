import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../harness/app/app.ts'
import { movableClock } from '../../harness/app/clock.ts'
import { until } from '../../harness/app/until.ts'
import { startReceiver, trustReceivers } from '../../harness/servers/receiver.ts'
import { newOrder } from '../../harness/shops/orders.ts'
import { TO_THIS_MACHINE } from '../../harness/shops/webhooks.ts'
import { seedStore } from '../../server/actions/stores/seed-store.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import type { Result, WebhookClient } from '../../server/outbound/webhook-client.ts'
import { nextAllowance, SLOW_MS } from '../../server/rules/webhooks/webhook-allowance.ts'
import { QUICK_LANE } from '../../server/storage/webhooks/delivery-lane.ts'
import { WebhookSlots } from '../../server/workers/webhook-slots.ts'
import { WebhookWorker } from '../../server/workers/webhooks.ts'

trustReceivers()
const URLS = 5
const SILENT = 'https://silent.example'
/** Retries without delay: a receiver may miss its deadline on a busy machine, and this test's clock stands still. */
const AT_ONCE = Array<number>(20).fill(0)

test('1,100 URLs that never answer do not delay 100 that do', async () => {
  const { now } = movableClock() // The clock stands still, so that no claim expires on a slow machine.
  await using app = await startTestApp({ ...TO_THIS_MACHINE, HAAT_ROLE: 'web' }, { now })
  const { world } = app
  await using receiver = await startReceiver()
  const letGo = Promise.withResolvers<Result>()
  let hanging = 0
  const receivers: WebhookClient = {
    allowedNetworks: world.receivers.allowedNetworks,
    diagnose: (posting) => world.receivers.diagnose(posting),
    post: (posting) => {
      if (!posting.url.startsWith(SILENT)) return world.receivers.post(posting)
      hanging++
      return letGo.promise
    },
    [Symbol.dispose]: () => {},
  }
  const stores = await Promise.all(
    Array.from({ length: 240 }, async (_, n) => {
      const seeded = await seedStore(world, n, 1, 0)
      const base = n < 220 ? SILENT : receiver.url
      for (let i = 0; i < URLS; i++)
        await addWebhook(world, { storeId: seeded.store_id, url: `${base}/${n}/${i}` })
      return seeded
    }),
  )
  const place = ({ store_id, product_ids: [product] }: (typeof stores)[number]) =>
    newOrder(app, { store_id } as Parameters<typeof newOrder>[1], product!)
  await Promise.all(stores.slice(0, 220).map(place))
  await using _worker = new WebhookWorker({ ...world, receivers }, AT_ONCE)
  await until(async () => hanging === 220 * URLS)
  await Promise.all(stores.slice(220).map(place))
  await until(async () => new Set(receiver.received.map(({ path }) => path)).size === 20 * URLS)
  assert.equal(hanging, 220 * URLS, 'and none of the others has come back')
  letGo.resolve({ durationMs: 5000, status: 200, answer: '', retryAfter: undefined })
})

test('a slow attempt gives its slot up to others', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let freed = 0
  const slots = new WebhookSlots(() => freed++)
  for (let i = 0; i < 1024; i++) slots.take(0, `url ${i}`)
  assert.equal(slots.free(0), 0)
  assert.equal(slots.free(1), 256, 'retries have slots of their own')
  t.mock.timers.tick(500)
  assert.equal(slots.free(0), 1024)
  assert.equal(freed, 1024)
  assert.equal(slots.room('url 7'), 0, 'but its URL still has one under way')
})

test('slow attempts keep their slots once too many are slow', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const slots = new WebhookSlots(() => {})
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 1024; i++) slots.take(0, `url ${round} ${i}`)
    t.mock.timers.tick(500)
  }
  assert.equal(slots.free(0), 0)
})

test('a URL earns more simultaneous attempts by answering, and falls to one after a failure', () => {
  const slots = new WebhookSlots(() => {})
  const allotted = () => slots.allot(0, new Map([['w', 10]])).get('w')
  assert.equal(allotted(), 1)
  slots.take(0, 'w')({ succeeded: true, durationMs: 20 })
  assert.equal(allotted(), 2)
  slots.take(0, 'w')({ succeeded: true, durationMs: 20 })
  assert.equal(allotted(), 4)
  slots.take(0, 'w')({ succeeded: false, durationMs: 5000 })
  assert.equal(allotted(), 1)
})

test('a URL that answers slowly gets fewer simultaneous attempts', () => {
  const grown = (durationMs: number) => {
    let allowance = 1
    for (let i = 0; i < 10; i++) allowance = nextAllowance(allowance, { succeeded: true, durationMs })
    return allowance
  }
  assert.deepEqual([grown(20), grown(800)], [32, 8])
})

test('a slow attempt has a slow slot until it ends, and frees only its own', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const slots = new WebhookSlots(() => {})
  const free = () => slots.free(QUICK_LANE)
  const all = free()
  for (let n = 0; n < 3000; n++) {
    const end = slots.take(QUICK_LANE, 'a URL')
    assert.equal(free(), all - 1)
    t.mock.timers.tick(SLOW_MS)
    assert.equal(free(), all)
    end({ succeeded: true, durationMs: SLOW_MS })
    assert.equal(free(), all)
  }
})
