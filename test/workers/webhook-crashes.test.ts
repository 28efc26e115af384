import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { instead } from '../../faults/deeds/instead.ts'
import { startTestApp } from '../../harness/app/app.ts'
import { movableClock } from '../../harness/app/clock.ts'
import { configOf } from '../../harness/app/config-of.ts'
import { trustedClock } from '../../harness/app/trusted-clock.ts'
import { until } from '../../harness/app/until.ts'
import { authorityCertificate, startReceiver, trustReceivers } from '../../harness/servers/receiver.ts'
import { databaseSettings, type EngineName, migrated } from '../../harness/services/engines.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { skipWithout } from '../../harness/services/services.ts'
import { queueEveryEvent } from '../../harness/shops/backlog.ts'
import { newShopWithWebhooks, TO_THIS_MACHINE } from '../../harness/shops/webhooks.ts'
import { seedStore } from '../../server/actions/stores/seed-store.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import { makeLog } from '../../server/log.ts'
import { openWorld } from '../../server/open-world.ts'
import type { WebhookClient } from '../../server/outbound/webhook-client.ts'
import { DAY_MS } from '../../server/rules/values/durations.ts'
import { listDeliveries } from '../../server/storage/webhooks/deliveries.ts'
import { listAttempts } from '../../server/storage/webhooks/delivery-attempts.ts'
import { WebhookWorker } from '../../server/workers/webhooks.ts'
import type { World } from '../../server/world.ts'
import { runDoomed } from '../help/doomed/run-doomed.ts'

trustReceivers()
const LEASE_OVER_MS = 30_000
/** SQLITE_IOERR: after it the outcome of a commit is unknown. */
const DISK_FAILS = 10

/** A database that outlives the apps on it. */
async function place(engine: EngineName) {
  const opened = new AsyncDisposableStack()
  const folder = opened.use(await temporaryFolder())
  const { settings } = opened.use(await databaseSettings(engine, migrated))
  const all = { ...settings, ...TO_THIS_MACHINE, DATA_DIR: folder.path }
  return {
    /** An app whose clock is this far ahead. */
    start: (aheadMs = 0) => startTestApp(all, { now: () => Date.now() + aheadMs }),
    openWorld: (now: () => number) =>
      openWorld(configOf(all), { log: pino({ level: 'silent' }), clock: trustedClock(now) }),
    async crashAt(step: string, storeId: string, productId: string) {
      const authority = join(folder.path, 'authority.pem')
      writeFileSync(authority, authorityCertificate)
      await runDoomed('delivery', [step, storeId, productId], { ...all, NODE_EXTRA_CA_CERTS: authority })
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

for (const engine of ['sqlite', 'postgres'] as const) {
  const skip = engine === 'postgres' && skipWithout.postgres
  // Run concurrently, because each test has its own data and waits most of the time.
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
        const deliveries = await until(async () => {
          const now = await shop.deliveriesOf(app)
          return now.every(({ status }) => status === 'delivered') && now
        })
        const all = [...one.received, ...two.received]
        assert.equal(new Set(all.map(({ headers }) => headers['webhook-id'])).size, 1)
        assert.equal(new Set(all.map(({ body }) => body)).size, 1)
        assert.equal(first!.body, second!.body)
        // Usually two; more where a slow machine missed the deadline of one, which was then retried.
        const attempts = deliveries.reduce((sum, delivery) => sum + delivery.attempts, 0)
        if (step === 'answered') assert.ok(all.length >= 3, 'the one that was not recorded comes again')
        else assert.ok(all.length <= attempts, `${all.length} came, of ${attempts} attempts`)
      })
    }

    test('two workers on one database never send the same delivery', async () => {
      await using data = await place(engine)
      const { now } = movableClock() // The clock stands still, so that no claim expires on a slow machine.
      await using one = await data.openWorld(now)
      await using other = await data.openWorld(now)
      const { store_id: storeId } = await seedStore(one, 0, 1, 40)
      const { webhook_id: webhookId } = await addWebhook(one, { storeId, url: 'https://shop.example/hook' })
      const sent: number[] = []
      const post: WebhookClient['post'] = async ({ headers }) => {
        sent.push(Number(headers['webhook-sequence']))
        return { durationMs: 1, status: 200, answer: '', retryAfter: undefined }
      }
      const workerOf = (world: World) =>
        new WebhookWorker({ ...world, receivers: instead(world.receivers, { post }) }, [])
      await using _one = workerOf(one)
      await using _other = workerOf(other)
      await queueEveryEvent(one, { storeId, webhookId })
      await until(async () => {
        for (const { signals } of [one, other]) signals.raise('deliveries')
        const deliveries = await listDeliveries(one.db, storeId, { limit: 100 })
        return deliveries.every(({ status }) => status === 'delivered')
      })
      assert.deepEqual(
        sent.sort((a, b) => a - b),
        Array.from({ length: 40 }, (_, i) => i + 1),
      )
    })

    for (const { status, state } of [
      { status: 200, state: 'delivered' },
      { status: 500, state: 'pending' },
    ])
      test(`an attempt answered ${status} counts once, without a warning, when the outcome of its commit is unknown`, async () => {
        await using data = await place(engine)
        const { now } = movableClock()
        await using world = await data.openWorld(now)
        const { store_id: storeId } = await seedStore(world, 0, 1, 1)
        const { webhook_id: webhookId } = await addWebhook(world, {
          storeId,
          url: 'https://shop.example/hook',
        })
        await queueEveryEvent(world, { storeId, webhookId })
        let answered = 0
        let tries = 0
        const post: WebhookClient['post'] = async () => {
          answered++
          return { durationMs: 1, status, answer: '', retryAfter: undefined }
        }
        const transaction: World['db']['transaction'] = async (work) => {
          const isOfAnswer = answered > 0
          try {
            const value = await world.db.transaction(work)
            if (!isOfAnswer || tries > 0) return value
          } finally {
            if (isOfAnswer) tries++
          }
          throw Object.assign(new Error('Connection terminated unexpectedly'), { errcode: DISK_FAILS })
        }
        const db = instead(world.db, { transaction })
        const lines: string[] = []
        const log = makeLog('warn', { write: (line: string) => void lines.push(JSON.parse(line).msg) })
        {
          const receivers = instead(world.receivers, { post })
          await using _worker = new WebhookWorker({ ...world, db, log, receivers }, [DAY_MS])
          await until(async () => tries > 1)
        }
        assert.deepEqual(lines, [])
        const [delivery] = await listDeliveries(world.db, storeId, { limit: 1 })
        assert.deepEqual([answered, delivery?.status, delivery?.attempts], [1, state, 1])
        assert.equal((await listAttempts(world.db, storeId, webhookId, 1)).length, 1)
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
      assert.equal((await shop.deliveriesOf(again))[0]!.attempts, 1)
      assert.equal(receiver.received.length, 1)
    })
  })
}
