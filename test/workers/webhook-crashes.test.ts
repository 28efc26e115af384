import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestApp } from '../../harness/app/app.ts'
import { SECRET } from '../../harness/app/config-of.ts'
import { until } from '../../harness/app/until.ts'
import { authorityCertificate, startReceiver, trustReceivers } from '../../harness/servers/receiver.ts'
import { databaseSettings, type EngineName, migrated } from '../../harness/services/engines.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { skipWithout } from '../../harness/services/services.ts'
import { newShopWithWebhooks, TO_THIS_MACHINE } from '../../harness/shops/webhooks.ts'

trustReceivers()
const LEASE_OVER_MS = 30_000
const DOOMED = join(import.meta.dirname, '../help/doomed/doomed-delivery.ts')

/** An own database that outlives the apps on it. */
async function place(engine: EngineName) {
  const opened = new AsyncDisposableStack()
  const folder = opened.use(await temporaryFolder())
  const { settings } = opened.use(await databaseSettings(engine, migrated))
  const all = { ...settings, ...TO_THIS_MACHINE, DATA_DIR: folder.path }
  return {
    /** An app whose clock is this far ahead. */
    start: (aheadMs = 0, role = 'all') =>
      startTestApp({ ...all, HAAT_ROLE: role }, { now: () => Date.now() + aheadMs }),
    async crashAt(step: string, storeId: string, productId: string) {
      const authority = join(folder.path, 'authority.pem')
      writeFileSync(authority, authorityCertificate)
      const env = { ...process.env, ...all, HAAT_SECRET: SECRET, NODE_EXTRA_CA_CERTS: authority }
      const child = spawn(process.execPath, [DOOMED, step, storeId, productId], { env, stdio: 'inherit' })
      const [, signal] = await once(child, 'exit')
      assert.equal(signal, 'SIGKILL')
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

for (const engine of ['sqlite', 'postgres'] as const) {
  const skip = engine === 'postgres' && skipWithout.postgres
  // Each has data of its own, and waits most of the time.
  describe(`on ${engine}`, { skip, concurrency: true }, () => {
    const STEPS = {
      committed: 'after the commit',
      claimed: 'after claiming and before sending',
      answered: 'after the receiver answered and before that was recorded',
      between: 'between two URLs',
    }
    for (const [step, words] of Object.entries(STEPS)) {
      test(`a kill ${words} loses nothing, and a repeat carries the same id`, async () => {
        await using data = await place(engine)
        await using one = await startReceiver()
        await using two = await startReceiver()
        const shop = await (async () => {
          await using app = await data.start()
          return await newShopWithWebhooks(app, [one.url, two.url])
        })()
        await data.crashAt(step, shop.storeId, shop.productId)
        await using app = await data.start(LEASE_OVER_MS)
        const [[first], [second]] = await Promise.all([one.waitFor(1), two.waitFor(1)])
        await until(async () => (await shop.deliveriesOf(app)).every(({ status }) => status === 'delivered'))
        const all = [...one.received, ...two.received]
        assert.equal(new Set(all.map(({ headers }) => headers['webhook-id'])).size, 1)
        assert.equal(new Set(all.map(({ body }) => body)).size, 1)
        assert.equal(first!.body, second!.body)
        if (step === 'answered') assert.ok(all.length >= 3, 'the one that was not recorded comes again')
        if (step === 'committed' || step === 'claimed') assert.equal(all.length, 2)
        if (step === 'between') assert.equal(all.length, 2)
      })
    }

    test('two workers on one database never send the same delivery', async () => {
      await using data = await place(engine)
      await using receiver = await startReceiver()
      await using app = await data.start()
      await using beside = await data.start(0, 'worker')
      const shop = await newShopWithWebhooks(app, [receiver.url])
      for (let i = 0; i < 5; i++) {
        await Promise.all(Array.from({ length: 8 }, shop.order))
        beside.world.signals.raise('deliveries')
      }
      await until(async () => {
        const deliveries = await shop.deliveries()
        return deliveries.length === 40 && deliveries.every(({ status }) => status === 'delivered')
      })
      assert.equal(receiver.received.length, 40)
      assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 40)
    })

    test('a stop waits for the attempt under way and records it', async () => {
      await using data = await place(engine)
      await using receiver = await startReceiver({
        answer: async (response) => {
          await sleep(300)
          response.end()
        },
      })
      const app = await data.start()
      const shop = await newShopWithWebhooks(app, [receiver.url])
      await shop.order()
      await receiver.waitFor(1)
      await app[Symbol.asyncDispose]()
      await using again = await data.start()
      assert.equal((await shop.deliveriesOf(again))[0]!.status, 'delivered')
      assert.equal(receiver.received.length, 1)
    })
  })
}
