import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instead } from '../../faults/deeds/instead.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { until } from '../../harness/app/until.ts'
import { certificateBy, startReceiver, trustReceivers } from '../../harness/servers/receiver.ts'
import { newShopWithWebhooks, type Shop, TO_THIS_MACHINE } from '../../harness/shops/webhooks.ts'
import { hurry } from '../../server/actions/hurry.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import { diagnoseWebhook } from '../../server/actions/webhooks/diagnose-webhook.ts'
import { removeWebhook } from '../../server/actions/webhooks/remove-webhook.ts'
import { countReplayRange, replayDelivery, replayRange } from '../../server/actions/webhooks/replay.ts'
import { revealWebhookSecret } from '../../server/actions/webhooks/reveal-webhook-secret.ts'
import { rotateWebhookSecret } from '../../server/actions/webhooks/rotate-webhook-secret.ts'
import { recordTestAttempt, sendTestEvent } from '../../server/actions/webhooks/send-test-event.ts'
import { setWebhookEnabled } from '../../server/actions/webhooks/set-webhook-enabled.ts'
import { DAY_MS, HOUR_MS } from '../../server/rules/values/durations.ts'
import { DELIVERY_LEASE_MS } from '../../server/rules/webhooks/retry-schedule.ts'
import { previousSecrets } from '../../server/rules/webhooks/webhook-secrets.ts'
import { findMail } from '../../server/storage/mails/mails.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { holdStore } from '../../server/storage/stores/stores.ts'
import { forgetOldAttempts, insertAttempt } from '../../server/storage/webhooks/delivery-attempts.ts'
import {
  findWebhook,
  listFailingSince,
  listWebhooks,
  markRemoved,
} from '../../server/storage/webhooks/webhooks.ts'
import { lockWaits } from '../help/lock-waits.ts'

trustReceivers()
const SHUT = 'https://localhost:1'

onEachEngine((running) => {
  const shopFor = (...urls: string[]) => newShopWithWebhooks(running.app, urls)
  const allAre = (shop: Shop, wanted: string) =>
    until(async () => (await shop.deliveries()).every(({ status }) => status === wanted))

  test('of many URLs added at once five are kept, and a duplicate once', async () => {
    const { storeId } = await shopFor()
    const add = (url: string) => addWebhook(running.app.world, { storeId, url })
    const same = await Promise.allSettled(Array.from({ length: 4 }, () => add(`${SHUT}/same`)))
    assert.equal(same.filter(({ status }) => status === 'fulfilled').length, 1)
    const many = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => add(`${SHUT}/${n}`)))
    const refusals = many.flatMap((each) => (each.status === 'rejected' ? [each.reason.message] : []))
    assert.deepEqual(refusals, Array(6).fill('A store can have at most 5 webhook URLs'))
    assert.equal((await listWebhooks(running.app.world.db, storeId)).length, 5)
  })

  const skip = running.engine === 'sqlite' && 'SQLite runs one write transaction at a time'
  test('a customer who pays while a URL is being removed gets the order', { skip }, async () => {
    const shop = await shopFor(`${SHUT}/removed`)
    const { db } = running.app.world
    const waiting = (count: number) => until(async () => (await lockWaits(db)) >= count)
    const both = await db.transaction(async (tx) => {
      await rowsOf(tx, (sql) =>
        sql.selectFrom('webhooks').select('id').where('id', '=', shop.only.webhookId).forUpdate(),
      )
      const removed = removeWebhook(running.app.world, shop.only)
      await waiting(1)
      const order = shop.order()
      await waiting(2)
      return { done: Promise.all([removed, order]) }
    })
    await both.done
    assert.deepEqual(await shop.deliveries(), [])
  })

  test('a test of a URL that is removed while its server answers leaves no record', { skip }, async () => {
    const shop = await shopFor(`${SHUT}/tested`)
    const { world } = running.app
    const { storeId, webhookId } = shop.only
    const webhook = (await findWebhook(world.db, storeId, webhookId))!
    const both = await world.db.transaction(async (tx) => {
      await holdStore(tx, storeId)
      const result = { durationMs: 1, status: 200, answer: '', retryAfter: undefined }
      const tried = { posting: { at: world.now() }, result }
      const message = 'The store has no webhook with that id'
      const refused = assert.rejects(recordTestAttempt(world, webhook, tried), { message })
      await until(async () => (await lockWaits(world.db)) >= 1)
      await markRemoved(tx, storeId, webhookId, world.now())
      return { refused }
    })
    await both.refused
  })

  test('two simultaneous rotations both return a secret that signs', { skip }, async () => {
    const { only } = await shopFor(`${SHUT}/rotated`)
    const { world } = running.app
    const { db } = world
    let written = 0
    const transaction: typeof db.transaction = (work, how) =>
      db.transaction(async (tx) => {
        const done = await work(tx)
        written++
        await until(async () => written === 2 || (await lockWaits(db)) > 0)
        return done
      }, how)
    const slow = { ...world, db: instead(db, { transaction }) }
    const rotated = await Promise.all([1, 2].map(() => rotateWebhookSecret(slow, only)))
    const webhook = (await findWebhook(db, only.storeId, only.webhookId))!
    const signing = [webhook, ...previousSecrets(webhook, world.now())].map(({ secret }) =>
      world.vault.open(secret),
    )
    for (const { secret } of rotated) assert.ok(signing.includes(secret))
  })

  test('a secret is encrypted in the database and can be read again', async () => {
    const { storeId, only, webhooks } = await shopFor(`${SHUT}/secret`)
    const row = await findWebhook(running.app.world.db, storeId, only.webhookId)
    assert.doesNotMatch(JSON.stringify(row), /whsec_/)
    assert.deepEqual(await revealWebhookSecret(running.app.world, only), { secret: webhooks[0]!.secret })
  })

  test('a range is counted first, then sent in order and at its rate, also to a URL added later', async () => {
    await using receiver = await startReceiver()
    const shop = await shopFor()
    const begin = running.clock.now()
    for (let i = 0; i < 4; i++) {
      await shop.order()
      running.clock.advance(1000)
    }
    const { world } = running.app
    const { webhook_id: webhookId } = await addWebhook(world, { storeId: shop.storeId, url: receiver.url })
    const range = { storeId: shop.storeId, webhookId, from: begin + 1000, to: begin + 3000, rate: 2 }
    assert.equal(await countReplayRange(world, range), 2)
    assert.equal((await shop.deliveries()).length, 0)
    const at = running.clock.now()
    assert.deepEqual(await replayRange(world, range), { queued: 2 })
    const rows = await shop.deliveries()
    assert.deepEqual(
      rows.map(({ sequence }) => sequence),
      [3, 2],
    )
    assert.equal(rows[0]!.due_at, at + 500)
    await receiver.waitFor(1)
    running.clock.advance(500)
    world.signals.raise('deliveries')
    await receiver.waitFor(2)
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers['webhook-sequence']),
      ['2', '3'],
    )
    await allAre(shop, 'delivered')

    assert.equal(await countReplayRange(world, range), 2)
    assert.equal(await countReplayRange(world, { ...range, undelivered: true }), 0)
    assert.equal(await countReplayRange(world, { ...range, undelivered: true, from: begin }), 1)
  })

  test('a delivery under way or an unknown event is not replayed; a failed one is, from its first attempt', async () => {
    await using receiver = await startReceiver({ answer: (response) => response.writeHead(500).end() })
    const shop = await shopFor(receiver.url)
    await shop.order()
    await until(async () => (await shop.deliveries())[0]!.attempts === 1)
    const one = { ...shop.only, sequence: 1 }
    const { world } = running.app
    await assert.rejects(replayDelivery(world, one), {
      message: 'The event is on its way already',
    })
    await assert.rejects(replayDelivery(world, { ...one, sequence: 2 }), {
      message: 'There is no such event',
    })
    await setWebhookEnabled(world, { ...shop.only, enabled: false })
    await assert.rejects(replayDelivery(world, one), {
      message: 'The webhook is switched off: switch it on first',
    })
    await setWebhookEnabled(world, { ...shop.only, enabled: true })
    receiver.answerWith((response) => response.end())
    await replayDelivery(world, one)
    await allAre(shop, 'delivered')
    assert.equal((await shop.deliveries())[0]!.attempts, 1)
    assert.equal((await shop.attempts(1)).length, 2)
  })

  test('a replay sends a delivery that awaits a retry at once, alone or in a range, and only once', async () => {
    await using receiver = await startReceiver({ answer: (response) => response.writeHead(500).end() })
    const shop = await shopFor(receiver.url)
    const { world } = running.app
    const begin = running.clock.now()
    const orders = 3
    for (let n = 1; n <= orders; n++) await shop.order()
    const tried = (times: number) =>
      until(async () => {
        world.signals.raise('deliveries')
        return (await shop.deliveries()).every(({ attempts }) => attempts === times)
      })
    await tried(1)
    const range = { ...shop.only, from: begin, to: begin + 1, undelivered: true, rate: 1 }
    assert.equal(await countReplayRange(world, range), 0, 'the next attempts are due in seconds')
    const due_at = running.clock.now() + DELIVERY_LEASE_MS + 50
    await rowsOf(world.db, (sql) =>
      sql.updateTable('deliveries').set({ due_at }).where('store_id', '=', shop.storeId),
    )
    assert.equal(await countReplayRange(world, range), 0, 'a claim made now would make them due then')
    running.clock.advance(20_000)
    await tried(2)
    receiver.answerWith((response) => response.end())
    assert.equal(await countReplayRange(world, range), orders, 'the next attempts are due in minutes')
    await replayDelivery(world, { ...shop.only, sequence: 2 })
    await until(async () => (await shop.deliveries()).some(({ status }) => status === 'delivered'))
    assert.deepEqual(await replayRange(world, range), { queued: 2 })
    running.clock.advance(1000)
    world.signals.raise('deliveries')
    await allAre(shop, 'delivered')
    const sequences = receiver.received.slice(2 * orders).map(({ headers }) => headers['webhook-sequence'])
    assert.deepEqual(sequences, ['2', '1', '3'])
  })

  test('refuses a range or a rate that makes no sense', async () => {
    const { only } = await shopFor(`${SHUT}/range`)
    const replay = (change: object) => replayRange(running.app.world, { ...only, from: 1, to: 2, ...change })
    await assert.rejects(replay({ to: 1 }), { message: 'The range must begin before it ends' })
    await assert.rejects(replay({ to: Number.NaN }), { message: 'The range must begin before it ends' })
    for (const rate of [0, 101, 1.5]) {
      await assert.rejects(replay({ rate }), {
        message: 'The rate must be a whole number from 1 to 100 events a second',
      })
    }
  })

  test("nothing can be done to another store's webhook", async () => {
    const mine = await shopFor()
    const { only } = await shopFor(`${SHUT}/other`)
    const stolen = { ...only, storeId: mine.storeId }
    const message = 'The store has no webhook with that id'
    const { world } = running.app
    await assert.rejects(sendTestEvent(world, stolen), { message })
    await assert.rejects(revealWebhookSecret(world, stolen), { message })
    await assert.rejects(setWebhookEnabled(world, { ...stolen, enabled: false }), { message })
    await assert.rejects(replayDelivery(world, { ...stolen, sequence: 1 }), { message })
  })

  test('the doctor names the step that fails and the fix', async () => {
    const yesterday = Date.now() - DAY_MS
    const expired = certificateBy({
      name: 'localhost',
      hosts: ['localhost'],
      from: yesterday - DAY_MS,
      to: yesterday,
    })
    await using receiver = await startReceiver({ certificate: expired })
    const shop = await shopFor(receiver.url)
    const ill = await diagnoseWebhook(running.app.world, shop.only)
    assert.equal(ill.healthy, false)
    assert.deepEqual(
      ill.steps.map(({ name, ok }) => [name, ok]),
      [
        ['resolve', true],
        ['connect', true],
        ['certificate', false],
        ['answer', undefined],
      ],
    )
    assert.equal(ill.advice, 'The certificate has expired: renew it.')
    assert.equal((await shop.attempts(0)).length, 1)

    await using well = await startReceiver()
    const { steps } = await diagnoseWebhook(running.app.world, (await shopFor(well.url)).only)
    assert.match(steps[2]!.detail, /^by .+, until \d{4}-\d\d-\d\d$/)
  })

  test('a test of a URL that is removed meanwhile fails with that reason', async () => {
    const { world } = running.app
    await using receiver = await startReceiver()
    const shop = await shopFor(receiver.url)
    receiver.answerWith((response) => void removeWebhook(world, shop.only).then(() => response.end()))
    await assert.rejects(sendTestEvent(world, shop.only), {
      message: 'The store has no webhook with that id',
    })
  })

  test('a test event that is taken does not clear a URL’s failure on orders', async () => {
    await using receiver = await startReceiver()
    const shop = await shopFor(receiver.url)
    const { world } = running.app
    await rowsOf(world.db, (sql) =>
      sql.updateTable('webhooks').set({ failing_since: 1 }).where('id', '=', shop.only.webhookId),
    )
    await sendTestEvent(world, shop.only)
    const [kept] = await rowsOf(world.db, (sql) =>
      sql.selectFrom('webhooks').select('failing_since').where('id', '=', shop.only.webhookId),
    )
    assert.equal(kept!.failing_since, 1)
  })

  test('attempts are forgotten after 30 days', async () => {
    await using receiver = await startReceiver()
    const shop = await shopFor(receiver.url)
    await sendTestEvent(running.app.world, shop.only)
    const { db } = running.app.world
    await forgetOldAttempts(db, running.clock.now() - 30 * DAY_MS)
    assert.equal((await shop.attempts(0)).length, 1)
    assert.equal(await forgetOldAttempts(db, running.clock.now() + 1), false)
    assert.equal((await shop.attempts(0)).length, 0)
  })

  test('the newest 100 attempts of test events are kept, and the last success', async () => {
    const { world } = running.app
    const shop = await shopFor(`${SHUT}/tests`, `${SHUT}/other`)
    const { storeId, webhookId } = shop.only
    const other = shop.webhooks[1]!.webhook_id
    const now = world.now()
    const insertMany = async (webhook_id: string, sequence: number, count: number) => {
      for (let n = 1; n <= count; n++)
        await insertAttempt(world.db, {
          ...{ store_id: storeId, webhook_id, sequence, id: world.newId(), at: now - n * 60_000 },
          ...{ duration_ms: 1, status: n === 150 || n === 151 ? 204 : 500, failure: null, answer: '' },
        })
    }
    await insertMany(webhookId, 0, 160)
    await insertMany(webhookId, 1, 101)
    await insertMany(other, 0, 101)
    const webhook = (await findWebhook(world.db, storeId, webhookId))!
    const result = { durationMs: 0, status: 500, answer: '', retryAfter: undefined }
    await recordTestAttempt(world, webhook, { posting: { at: now }, result })

    const kept = await rowsOf(world.db, (sql) =>
      sql
        .selectFrom('delivery_attempts')
        .select(['webhook_id', 'sequence', 'at', 'status'])
        .orderBy('at', 'desc')
        .where('store_id', '=', storeId),
    )
    const minutesAgo = (id: string, sequence: number) =>
      kept
        .filter((row) => row.webhook_id === id && row.sequence === sequence)
        .map(({ at }) => (now - at) / 60_000)
    assert.deepEqual(minutesAgo(webhookId, 0), [...Array(100).keys(), 150])
    assert.equal(minutesAgo(webhookId, 1).length, 101)
    assert.equal(minutesAgo(other, 0).length, 101)

    await rowsOf(world.db, (sql) =>
      sql.updateTable('webhooks').set({ failing_since: 1 }).where('store_id', '=', storeId),
    )
    const unjudged = async (testedAfter: number) => {
      const found = await listFailingSince(world.db, { since: 1, waitsUntil: now, testedAfter, limit: 100 })
      return found.some(({ id }) => id === webhookId)
    }
    assert.equal(await unjudged(now - 151 * 60_000), false)
    assert.equal(await unjudged(now - 150 * 60_000), true)
  })

  test('after the clock was set back, a hurry brings waiting work forward, except what may be under way', async () => {
    const { app, clock } = running
    const shop = await shopFor(`${SHUT}/late`)
    const [later, claimed] = [await shop.order(), await shop.order()]
    const claimedUntil = clock.now() - HOUR_MS + 2 * 60_000
    const dueOf = async (order: string) => (await mailOf(order)).due_at
    const mailOf = async (order: string) => (await findMail(app.world.db, order, 'started'))!
    await until(async () => (await shop.deliveries()).every(({ attempts }) => attempts === 1))
    await rowsOf(app.world.db, (sql) =>
      sql.updateTable('mails').set({ due_at: claimedUntil }).where('order_id', '=', claimed),
    )

    clock.advance(-HOUR_MS)
    assert.ok((await dueOf(later)) > clock.now())
    await hurry(app.world)
    assert.deepEqual([await dueOf(later), await dueOf(claimed)], [clock.now(), claimedUntil])
    await until(async () => (await shop.deliveries()).every(({ attempts }) => attempts === 2))
    clock.advance(HOUR_MS)
  })
}, TO_THIS_MACHINE)
