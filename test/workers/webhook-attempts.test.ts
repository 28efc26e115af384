import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { until } from '../../harness/app/until.ts'
import { newShopWithWebhooks, type Shop } from '../../harness/shops/webhooks.ts'
import { attemptRow } from '../../server/actions/webhooks/attempt-row.ts'
import { removeWebhook } from '../../server/actions/webhooks/remove-webhook.ts'
import { makeLog } from '../../server/log.ts'
import type { Posting, Result, WebhookClient } from '../../server/outbound/webhook-client.ts'
import { DAY_MS, HOUR_MS } from '../../server/rules/values/durations.ts'
import { setClockReading } from '../../server/storage/database/clock-reading.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { markStoreDeleted } from '../../server/storage/stores/store-deletion.ts'
import { markSetback } from '../../server/storage/webhooks/deliveries.ts'
import { PATIENT_LANE, QUICK_LANE } from '../../server/storage/webhooks/delivery-lane.ts'
import { findWebhook, noteFailing } from '../../server/storage/webhooks/webhooks.ts'
import { judgeFailingWebhooks } from '../../server/workers/failing-webhooks.ts'
import { WebhookWorker } from '../../server/workers/webhooks.ts'
import type { World } from '../../server/world.ts'

/** Five seconds for the receiver, plus half as long for recording its answer. */
const ATTEMPT_MS = 7500
const URL = 'https://shop.example/hook'

const answer = (status: number): Result => ({ durationMs: 1, status, answer: '', retryAfter: undefined })
const OUT_OF_FILES = {
  durationMs: 1,
  failure: { stage: 'connect' as const, timedOut: false, code: 'EMFILE', reason: 'Connect: EMFILE' },
}

/** A WebhookClient without network: it records what is sent and returns the given results. */
function wayOut(world: World, result: () => Result | Promise<Result>) {
  const sent: Posting[] = []
  const receivers: WebhookClient = {
    allowedNetworks: world.receivers.allowedNetworks,
    diagnose: (posting) => world.receivers.diagnose(posting),
    post: async (posting) => {
      sent.push(posting)
      return result()
    },
    [Symbol.dispose]: () => {},
  }
  let asked = 0
  const now = () => {
    asked++
    return world.now()
  }
  const looking: World = { ...world, receivers, now }
  return {
    world: looking,
    sent,
    /** Resolves when a worker of this world has looked for work since the call. */
    async hasLooked() {
      const before = asked
      await until(async () => {
        world.signals.raise('deliveries')
        return asked > before + 4
      })
    },
  }
}

onEachEngine(
  (running) => {
    const world = () => running.app.world
    const shopWith = () => newShopWithWebhooks(running.app, [URL])
    const webhookOf = ({ storeId, only }: Shop) => findWebhook(world().db, storeId, only.webhookId)
    const first = async (shop: Shop) => (await shop.deliveries())[0]!
    const untilIs = (shop: Shop, status: string) =>
      until(async () => {
        world().signals.raise('deliveries')
        return (await first(shop)).status === status
      })

    test('a delivery under way to a slow receiver is sent by no other worker', async () => {
      const shop = await shopWith()
      await shop.order()
      const { promise, resolve } = Promise.withResolvers<Result>()
      const [slow, other] = [wayOut(world(), () => promise), wayOut(world(), () => answer(200))]
      await using _slow = new WebhookWorker(slow.world, [])
      await until(async () => slow.sent.length === 1)
      running.clock.advance(ATTEMPT_MS)
      await using _other = new WebhookWorker(other.world, [])
      await other.hasLooked()
      resolve(answer(200))
      await untilIs(shop, 'delivered')
      assert.deepEqual([slow.sent.length, other.sent.length], [1, 0])
      assert.equal(slow.sent[0]!.headers['user-agent'], 'Haat-Webhooks/1')
    })

    /** Whether a webhook counts as failing after two concurrent attempts, answered together or one after the other. */
    async function failsAfter(statuses: number[], areTogether: boolean) {
      const shop = await shopWith()
      const held: PromiseWithResolvers<Result>[] = []
      const hold = () => held[held.push(Promise.withResolvers()) - 1]!.promise
      let result: () => Result | Promise<Result> = () => answer(200)
      await using _worker = new WebhookWorker(wayOut(world(), () => result()).world, [])
      await shop.order()
      await untilIs(shop, 'delivered') // from now on two may be sent at once
      result = hold
      for (let n = 0; n < 2; n++) await shop.order()
      await until(async () => held.length === 2)
      const waiting = async () =>
        (await shop.deliveries()).filter(({ status }) => status === 'pending').length
      for (const [n, status] of statuses.entries()) {
        held[n]!.resolve(answer(status))
        if (!areTogether) await until(async () => (await waiting()) === 1 - n)
      }
      await until(async () => (await waiting()) === 0)
      return (await webhookOf(shop))!.failing_since !== null
    }

    for (const areTogether of [false, true]) {
      test(`of two attempts that end ${areTogether ? 'together' : 'one after the other'} the last decides whether the URL fails`, async () => {
        assert.equal(await failsAfter([500, 200], areTogether), false)
        assert.equal(await failsAfter([200, 500], areTogether), true)
      })
    }

    test('no delivery is claimed while a clock set ahead may make claims look expired', async () => {
      const shop = await shopWith()
      await shop.order()
      const out = wayOut(world(), () => answer(200))
      let wasAhead = true
      await using _worker = new WebhookWorker({ ...out.world, wasSetAhead: () => wasAhead }, [])
      await out.hasLooked()
      assert.deepEqual([out.sent.length, (await first(shop)).status], [0, 'pending'])
      wasAhead = false
      await untilIs(shop, 'delivered')
    })

    test('a clock that may be wrong switches off no URL for its time of failing', async () => {
      const shop = await shopWith()
      await noteFailing(world().db, shop.storeId, shop.only.webhookId, running.clock.now() - 5 * DAY_MS)
      await shop.order()
      const out = wayOut(world(), () => answer(500))
      const doubting = { ...out.world, clockMayBeWrong: true }
      await using _worker = new WebhookWorker(doubting, [])
      await untilIs(shop, 'failed')
      assert.equal((await webhookOf(shop))?.enabled, 1)

      const isKeptAfter = async (days: number) => {
        const [at, unbrokenSince] = [running.clock.now(), running.clock.now() - days * DAY_MS]
        await setClockReading(world().db, { at, steadySince: at - DAY_MS, unbrokenSince })
        await shop.order()
        await until(async () => (await shop.deliveries()).every(({ status }) => status === 'failed'))
        await judgeFailingWebhooks(doubting)
        return (await webhookOf(shop))?.enabled === 1
      }
      assert.ok(await isKeptAfter(1), 'it began to fail by a clock that was days behind')
      assert.ok(!(await isKeptAfter(5)))
    })

    test('a failure of this machine counts as no attempt and no failure of the URL, and is logged once', async () => {
      const shop = await shopWith()
      await shop.order()
      let result: Result = OUT_OF_FILES
      const out = wayOut(world(), () => result)
      const told: object[] = []
      const log = makeLog('warn', { write: (line: string) => void told.push(JSON.parse(line)) })
      await using _worker = new WebhookWorker({ ...out.world, log }, [])
      const hasWaited = async () => {
        const { attempts } = await until(async () => {
          const delivery = await first(shop)
          return (delivery.attempts > 0 || delivery.due_at === running.clock.now() + 1000) && delivery
        })
        assert.deepEqual([attempts, (await shop.attempts(1)).length], [0, 0])
      }
      await hasWaited()
      running.clock.advance(1000)
      await hasWaited()
      assert.equal((await webhookOf(shop))?.failing_since, null)
      assert.partialDeepStrictEqual(told, [{ reason: 'Connect: EMFILE' }])
      assert.equal(told.length, 1)
      result = answer(200)
      running.clock.advance(1000)
      await untilIs(shop, 'delivered')
      assert.equal((await first(shop)).attempts, 1)
    })

    test('a URL is not judged by a failure of this machine; the attempt that counts is kept and mailed', async () => {
      const shop = await shopWith()
      const email = `judged-${running.engine}@example.com`
      await rowsOf(world().db, (sql) =>
        sql.updateTable('stores').set({ contact_email: email }).where('id', '=', shop.storeId),
      )
      const since = running.clock.now()
      for (const at of [since, since + DAY_MS])
        await noteFailing(world().db, shop.storeId, shop.only.webhookId, at)
      assert.equal((await webhookOf(shop))?.failing_since, since, 'since its first failure')
      running.clock.advance(5 * DAY_MS)
      await judgeFailingWebhooks(wayOut(world(), () => OUT_OF_FILES).world)
      assert.deepEqual([(await webhookOf(shop))?.enabled, (await shop.attempts(0)).length], [1, 0])
      await judgeFailingWebhooks(wayOut(world(), () => answer(500)).world)
      assert.deepEqual([(await webhookOf(shop))?.enabled, (await shop.attempts(0)).length], [0, 1])
      const [letter] = await rowsOf(world().db, (sql) =>
        sql.selectFrom('letters').select('data').where('recipient', '=', email),
      )
      assert.equal(
        JSON.parse(world().vault.open(letter!.data)).paragraphs[0],
        `Orders are no longer announced to ${URL}. It failed for 5 days. The last result: Status 500.`,
      )
    })

    test('of many failing URLs the next are judged without a pause, but not while this machine cannot try', async () => {
      for (let n = 0; n < 20; n++) {
        const { storeId, only } = await shopWith()
        await noteFailing(world().db, storeId, only.webhookId, running.clock.now() - 5 * DAY_MS)
      }
      assert.equal(await judgeFailingWebhooks(wayOut(world(), () => OUT_OF_FILES).world), false)
      const refusing = wayOut(world(), () => answer(500))
      assert.equal(await judgeFailingWebhooks(refusing.world), true)
      assert.equal(refusing.sent.length, 20)
      assert.equal(await judgeFailingWebhooks(refusing.world), false)
    })

    test('a URL that fails is not switched off before five days are over', async () => {
      const shop = await shopWith()
      const since = running.clock.now() - 5 * DAY_MS + 1
      await noteFailing(world().db, shop.storeId, shop.only.webhookId, since)
      await using _worker = new WebhookWorker(wayOut(world(), () => answer(500)).world, [HOUR_MS], () => 0)
      await shop.order()
      await until(async () => (await first(shop)).attempts === 1)
      assert.equal((await webhookOf(shop))?.enabled, 1)
      running.clock.advance(HOUR_MS)
      await until(async () => (await webhookOf(shop))?.enabled === 0)
    })

    test('a receiver that asks for an earlier attempt also gets the planned one', async () => {
      const shop = await shopWith()
      const busy: Result = { ...answer(503), retryAfter: '10' }
      await using _worker = new WebhookWorker(wayOut(world(), () => busy).world, [HOUR_MS], () => 0)
      await shop.order()
      const planned = running.clock.now() + HOUR_MS
      await until(async () => (await first(shop)).attempts === 1)
      assert.equal((await first(shop)).due_at, running.clock.now() + 10_000)
      running.clock.advance(10_000)
      await until(async () => (await first(shop)).attempts === 2)
      const { status, due_at } = await first(shop)
      assert.deepEqual([status, due_at], ['pending', planned])
    })

    test('a URL with waiting deliveries is judged by them, not by a test event', async () => {
      const shop = await shopWith()
      const since = running.clock.now() - 5 * DAY_MS
      await noteFailing(world().db, shop.storeId, shop.only.webhookId, since)
      await shop.order()
      await rowsOf(world().db, (sql) =>
        sql
          .updateTable('deliveries')
          .set({ due_at: running.clock.now() + HOUR_MS })
          .where('store_id', '=', shop.storeId),
      )
      await judgeFailingWebhooks(wayOut(world(), () => answer(200)).world)
      assert.equal((await webhookOf(shop))?.failing_since, since)
      running.clock.advance(HOUR_MS)
      await using _worker = new WebhookWorker(wayOut(world(), () => answer(500)).world, [HOUR_MS])
      const off = await until(async () => {
        const webhook = await webhookOf(shop)
        return webhook?.enabled === 0 && webhook
      })
      assert.equal(off.disabled_reason, 'It failed for 5 days')
    })

    test('a URL that accepts test events is judged by its next order, and tested once a day until then', async () => {
      const shop = await shopWith()
      const since = running.clock.now() - 5 * DAY_MS
      await noteFailing(world().db, shop.storeId, shop.only.webhookId, since)
      const out = wayOut(world(), () => answer(200))
      const askedAfter = async (ms: number) => {
        running.clock.advance(ms)
        await judgeFailingWebhooks(out.world)
        return (await shop.attempts(0)).length
      }
      assert.deepEqual([await askedAfter(0), await askedAfter(HOUR_MS), await askedAfter(DAY_MS)], [1, 1, 2])
      assert.deepEqual([(await webhookOf(shop))!.enabled, (await webhookOf(shop))!.failing_since], [1, since])
      await shop.order()
      await using _worker = new WebhookWorker(wayOut(world(), () => answer(500)).world, [])
      const off = await until(async () => {
        const webhook = await webhookOf(shop)
        return webhook?.enabled === 0 && webhook
      })
      assert.equal(off.disabled_reason, 'It failed for 5 days')
    })

    test('a delivery due in more than a day does not keep its URL from being judged', async () => {
      const shop = await shopWith()
      const { now } = running.clock
      await noteFailing(world().db, shop.storeId, shop.only.webhookId, now() - 5 * DAY_MS)
      await shop.order()
      const judgedWhileDueIn = async (ms: number) => {
        await rowsOf(world().db, (sql) =>
          sql
            .updateTable('deliveries')
            .set({ due_at: now() + ms })
            .where('store_id', '=', shop.storeId),
        )
        await judgeFailingWebhooks(wayOut(world(), () => answer(500)).world)
        return (await webhookOf(shop))?.enabled === 0
      }
      assert.deepEqual([await judgedWhileDueIn(DAY_MS), await judgedWhileDueIn(DAY_MS + 1)], [false, true])
    })

    test('a failure recorded after its lease has no effect; one within it moves the delivery to the patient lane', async () => {
      const shop = await shopWith()
      await shop.order()
      const { webhook_id, sequence, due_at } = await first(shop)
      const setBack = (lease: number) =>
        markSetback(world().db, {
          ...{ store_id: shop.storeId, webhook_id, sequence, lease, at: lease, result: 'Status 500' },
          ...{ status: 'pending', due_at: lease + DAY_MS, step: 1, planned_at: null },
        })
      const kept = async () => {
        const [row] = await rowsOf(world().db, (sql) =>
          sql.selectFrom('deliveries').select(['attempts', 'lane']).where('store_id', '=', shop.storeId),
        )
        return [row?.attempts, row?.lane]
      }
      await setBack(due_at - 1)
      assert.deepEqual(await kept(), [0, QUICK_LANE])
      await setBack(due_at)
      assert.deepEqual(await kept(), [1, PATIENT_LANE])
    })

    test('the answer of a URL that was removed meanwhile logs no warning', async () => {
      const shop = await shopWith()
      await shop.order()
      const released = Promise.withResolvers<Result>()
      const out = wayOut(world(), () => released.promise)
      const lines: string[] = []
      const log = makeLog('warn', { write: (line: string) => void lines.push(line) })
      {
        await using _worker = new WebhookWorker({ ...out.world, log }, [])
        await until(async () => out.sent.length > 0)
        await removeWebhook(world(), shop.only)
        released.resolve(answer(200))
      }
      assert.deepEqual(lines, [])
    })

    test('the answers of removed URLs lose no result that came at the same moment', async () => {
      const urls = ['removed', 'kept', 'removed-too'].map((name) => `https://${name}.example/hook`)
      const shops: Shop[] = []
      for (const url of urls) shops.push(await newShopWithWebhooks(running.app, [url]))
      for (const shop of shops) await shop.order()
      const released = Promise.withResolvers<Result>()
      const out = wayOut(world(), () => released.promise)
      await using _worker = new WebhookWorker(out.world, [])
      await until(async () => urls.every((url) => out.sent.some((posting) => posting.url === url)))
      const [one, kept, other] = shops as [Shop, Shop, Shop]
      for (const { only } of [one, other]) await removeWebhook(world(), only)
      released.resolve(answer(200))
      await until(async () => (await first(kept)).status === 'delivered')
    })

    test('a deleted store sends no more events', async () => {
      const shop = await shopWith()
      await shop.order()
      await world().db.transaction((tx) => markStoreDeleted(tx, shop.storeId, running.clock.now()))
      const out = wayOut(world(), () => answer(200))
      await using _worker = new WebhookWorker(out.world, [])
      await until(async () => (await first(shop)).status !== 'pending')
      assert.deepEqual([(await first(shop)).status, out.sent], ['failed', []])
    })
  },
  { HAAT_ROLE: 'web' },
)

test('an attempt is recorded at the time it was signed, however late it is stored', () => {
  const key = { store_id: 's', webhook_id: 'w', sequence: 1 }
  const result = { ...answer(200), durationMs: 4000 }
  const { at, duration_ms } = attemptRow('id', key, { posting: { at: 6000 }, result })
  assert.deepEqual([at, duration_ms], [6000, 4000])
})
