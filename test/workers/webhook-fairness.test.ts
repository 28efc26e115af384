import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { addWebhook } from '../../server/actions/add-webhook.ts'
import { seedStore } from '../../server/actions/seed-store.ts'
import { nextAllowance } from '../../server/rules/webhook-allowance.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { WebhookSlots } from '../../server/workers/webhook-slots.ts'
import { startTestApp } from '../help/app.ts'
import { newOrder } from '../help/orders.ts'
import { startReceiver, trustReceivers } from '../help/receiver.ts'
import { TO_THIS_MACHINE } from '../help/webhooks.ts'

trustReceivers()
const URLS = 5

async function silentServer() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  server.listen({ port: 0, host: '127.0.0.1', backlog: 2048 })
  await once(server, 'listening')
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('1,000 URLs that hang do not delay 100 that answer', async () => {
  await using app = await startTestApp(TO_THIS_MACHINE)
  await using receiver = await startReceiver()
  using silent = await silentServer()
  const stores = await Promise.all(
    Array.from({ length: 220 }, async (_, n) => {
      const seeded = await seedStore(app.world, n, 1, 0)
      const base = n < 200 ? silent.url : receiver.url
      for (let i = 0; i < URLS; i++)
        await addWebhook(app.world, { storeId: seeded.store_id, url: `${base}/${n}/${i}` })
      return seeded
    }),
  )
  const place = ({ store_id, product_ids: [product] }: (typeof stores)[number]) =>
    newOrder(app, { store_id } as Parameters<typeof newOrder>[1], product!)
  await Promise.all(stores.slice(0, 200).map(place))
  const givenUp = async () => {
    const timeouts = await rowsOf(app.world.db, (sql) =>
      sql.selectFrom('delivery_attempts').select('id').where('failure', 'like', 'Timeout%'),
    )
    return timeouts.length
  }
  const before = await givenUp()
  await Promise.all(stores.slice(200).map(place))
  await receiver.waitFor(20 * URLS)
  assert.ok(
    (await givenUp()) - before < 1000,
    'they did not have to wait until all silent ones had been given up',
  )
  const paths = new Set(receiver.received.map(({ path }) => path))
  assert.equal(paths.size, 20 * URLS)
  await rowsOf(app.world.db, (sql) => sql.deleteFrom('webhooks').where('url', 'like', `${silent.url}%`))
})

test('an attempt that lasts gives its slot up to others', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let freed = 0
  const slots = new WebhookSlots(() => freed++)
  for (let i = 0; i < 1024; i++) slots.take(0, `url ${i}`)
  assert.equal(slots.free(0), 0)
  assert.equal(slots.free(1), 256, 'retries have slots of their own')
  t.mock.timers.tick(500)
  assert.equal(slots.free(0), 1024)
  assert.equal(freed, 1024)
  assert.equal(slots.busy().length, 1024, 'but each URL still has one under way')
})

test('slow ones keep their slots once too many are slow', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const slots = new WebhookSlots(() => {})
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 1024; i++) slots.take(0, `url ${round} ${i}`)
    t.mock.timers.tick(500)
  }
  assert.equal(slots.free(0), 0)
})

test('a URL may get more at once by answering, and one alone after a failure', () => {
  const slots = new WebhookSlots(() => {})
  const due = Array.from({ length: 10 }, (_, sequence) => ({ store_id: 's', webhook_id: 'w', sequence }))
  assert.equal(slots.choose(0, due).length, 1)
  slots.take(0, 'w')({ succeeded: true, durationMs: 20 })
  assert.equal(slots.choose(0, due).length, 2)
  slots.take(0, 'w')({ succeeded: true, durationMs: 20 })
  assert.equal(slots.choose(0, due).length, 4)
  slots.take(0, 'w')({ succeeded: false, durationMs: 5000 })
  assert.equal(slots.choose(0, due).length, 1)
})

test('one that answers slowly gets fewer at once', () => {
  const grown = (durationMs: number) => {
    let allowance = 1
    for (let i = 0; i < 10; i++) allowance = nextAllowance(allowance, { succeeded: true, durationMs })
    return allowance
  }
  assert.deepEqual([grown(20), grown(800)], [32, 8])
})
