import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, WITHOUT_WORKERS } from '../../harness/app/on-each-engine.ts'
import { newShopWithWebhooks } from '../../harness/shops/webhooks.ts'
import { removeWebhook } from '../../server/actions/webhooks/remove-webhook.ts'
import { replayDelivery, replayRange } from '../../server/actions/webhooks/replay.ts'
import { setWebhookEnabled } from '../../server/actions/webhooks/set-webhook-enabled.ts'
import type { Result } from '../../server/outbound/webhook-client.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { listAttempts } from '../../server/storage/webhooks/delivery-attempts.ts'
import { PATIENT_LANE, QUICK_LANE } from '../../server/storage/webhooks/delivery-lane.ts'
import { claimDue } from '../../server/storage/webhooks/due-deliveries.ts'
import { failIfOff } from '../../server/storage/webhooks/given-up-webhooks.ts'
import { insertReplay, queueSomeOfReplay } from '../../server/storage/webhooks/replays.ts'
import { type RetryPolicy, settleDelivery } from '../../server/workers/settle-delivery.ts'

const LEASE_MS = 15_000
const chance = () => 0
const LATER = { schedule: [LEASE_MS], chance }
const NEVER = { schedule: [], chance }
const answer = (status: number): Result => ({ durationMs: 1, status, answer: '', retryAfter: undefined })
const OUT_OF_FILES: Result = {
  durationMs: 1,
  failure: { stage: 'connect', timedOut: false, code: 'EMFILE', reason: 'Connect: EMFILE' },
}

onEachEngine((running) => {
  test('a change of a URL leaves the other URLs of its store unchanged', async () => {
    const { app, clock } = running
    const { world } = app
    const { db } = world
    const elsewhere = await newShopWithWebhooks(app, [])
    const shop = await newShopWithWebhooks(app, [
      ...['https://shop.example/well', 'https://shop.example/failing', 'https://shop.example/one'],
    ])
    const { storeId } = shop
    const ids = shop.webhooks.map(({ webhook_id }) => webhook_id).sort()
    const [well, failing, one] = ids as [string, string, string]
    const others = [well, failing]
    const keptOf = async (ids: readonly string[]) => ({
      webhooks: await rowsOf(db, (sql) =>
        sql.selectFrom('webhooks').selectAll().where('id', 'in', ids).orderBy('id'),
      ),
      deliveries: await rowsOf(db, (sql) =>
        sql
          .selectFrom('deliveries')
          .selectAll()
          .where('webhook_id', 'in', ids)
          .orderBy('webhook_id')
          .orderBy('sequence'),
      ),
      attempts: await rowsOf(db, (sql) =>
        sql.selectFrom('delivery_attempts').selectAll().where('webhook_id', 'in', ids).orderBy('id'),
      ),
      replays: await rowsOf(db, (sql) =>
        sql.selectFrom('replays').selectAll().where('webhook_id', 'in', ids).orderBy('webhook_id'),
      ),
    })
    const claim = (ids: readonly string[], lane: typeof QUICK_LANE | typeof PATIENT_LANE) => {
      const urls = new Map(ids.map((id) => [id, 1]))
      const lease = clock.now() + LEASE_MS
      return db.transaction(async (tx) =>
        (await claimDue(tx, { lane, now: clock.now(), lease, urls })).map((delivery) => ({
          delivery,
          lease,
        })),
      )
    }
    type Claimed = Awaited<ReturnType<typeof claim>>[number]
    const settle = (claimed: Claimed[], result: Result, policy: RetryPolicy = LATER) =>
      db.transaction(async (tx) => {
        for (const each of claimed) {
          const tried = { id: world.newId(), posting: { at: clock.now() }, result }
          await settleDelivery(tx, world, { ...each, ...tried }, policy)
        }
      })

    const setFailing = (id: string, failing_since: number | null) =>
      rowsOf(db, (sql) => sql.updateTable('webhooks').set({ failing_since }).where('id', '=', id))
    await shop.order()
    await setFailing(failing, clock.now())
    const claimAll = async () => {
      const claimed = await claim([...others, one], QUICK_LANE)
      assert.deepEqual(
        claimed.map(({ delivery }) => delivery.webhook_id),
        [...others, one],
      )
      return claimed as [Claimed, Claimed, Claimed]
    }
    const [, , untried] = await claimAll()
    const claimed = await keptOf(others)
    await settle([untried], OUT_OF_FILES)
    assert.deepEqual(await keptOf(others), claimed, 'it could not be sent to')
    clock.advance(LEASE_MS)
    const [ofWell, ofFailing, mine] = await claimAll()
    const begun = await keptOf(others)
    await settle([mine], answer(500))
    assert.deepEqual(await keptOf(others), begun, 'it failed')

    await settle([ofWell], answer(500), NEVER)
    await settle([ofFailing], answer(500))
    await setFailing(well, null)
    clock.advance(LEASE_MS)
    const range = {
      store_id: storeId,
      reached_at: 0,
      reached_sequence: 0,
      to_at: clock.now(),
      undelivered: 0 as const,
    }
    for (const webhook_id of others) {
      const due_at = clock.now() + LEASE_MS
      await db.transaction((tx) => insertReplay(tx, { ...range, webhook_id, due_at, step_ms: 1 }))
    }
    const before = await keptOf(others)
    assert.deepEqual(
      [before.webhooks.length, before.deliveries.length, before.attempts.length, before.replays.length],
      [2, 2, 2, 2],
    )
    for (const id of ids) {
      const attempts = await listAttempts(db, storeId, id, 1)
      assert.deepEqual(new Set(attempts.map(({ webhook_id }) => webhook_id)), new Set([id]))
    }
    const url = { storeId, webhookId: one }
    const steps = {
      'is sent to': async () => settle(await claim([one], PATIENT_LANE), answer(200)),
      'is replayed': () => replayRange(world, { ...url, from: 0, to: clock.now() }),
      'is switched off': () => setWebhookEnabled(world, { ...url, enabled: false }),
      'the others are looked at': async () => {
        for (const webhook_id of others)
          await failIfOff(db, { store_id: storeId, webhook_id, sequence: 1, last_result: 'off' })
      },
      'is removed': () => removeWebhook(world, url),
    }
    for (const [name, step] of Object.entries(steps)) {
      await step()
      assert.deepEqual(await keptOf(others), before, name)
    }
    assert.deepEqual(await keptOf([one]), { webhooks: [], deliveries: [], attempts: [], replays: [] })
    const numbers = await rowsOf(db, (sql) =>
      sql.selectFrom('stores').select('event_sequence').where('id', '=', elsewhere.storeId),
    )
    assert.deepEqual(numbers, [{ event_sequence: 0 }], 'no other store has had an event')
  })

  test('a replay depends only on the event’s outcome at this URL, and begins with a first attempt', async () => {
    const { app, clock } = running
    const { world } = app
    const shop = await newShopWithWebhooks(app, ['https://shop.example/this', 'https://shop.example/other'])
    const { storeId } = shop
    for (let n = 1; n <= 3; n++) await shop.order()
    for (const { webhook_id } of shop.webhooks) {
      const asked = { storeId, webhookId: webhook_id, sequence: 2 }
      const set = async (others: 'pending' | 'delivered', status: 'pending' | 'delivered') => {
        const due_at = clock.now()
        await rowsOf(world.db, (sql) =>
          sql.updateTable('deliveries').set({ status: others, due_at }).where('store_id', '=', storeId),
        )
        await rowsOf(world.db, (sql) =>
          sql
            .updateTable('deliveries')
            .set({ status, lane: QUICK_LANE, step: 3, planned_at: due_at, attempts: 4 })
            .where('webhook_id', '=', webhook_id)
            .where('sequence', '=', asked.sequence),
        )
      }
      await set('delivered', 'pending')
      await assert.rejects(replayDelivery(world, asked), {
        message: 'The event is on its way already',
      })
      await set('pending', 'delivered')
      await replayDelivery(world, asked)
      const [row] = await rowsOf(world.db, (sql) =>
        sql
          .selectFrom('deliveries')
          .select(['status', 'lane', 'step', 'planned_at', 'attempts'])
          .where('webhook_id', '=', webhook_id)
          .where('sequence', '=', asked.sequence),
      )
      const anew = { status: 'pending', lane: PATIENT_LANE, step: 0, planned_at: null, attempts: 0 }
      assert.deepEqual(row, anew)
    }
  })

  test('a replay does not delay a delivery that is due sooner by itself', async () => {
    const { app, clock } = running
    const { db } = app.world
    const shop = await newShopWithWebhooks(app, ['https://shop.example/slowly'])
    for (let n = 1; n <= 2; n++) await shop.order()
    const key = { store_id: shop.storeId, webhook_id: shop.webhooks[0]!.webhook_id }
    const now = clock.now()
    const next = now + 20 * LEASE_MS
    await rowsOf(db, (sql) =>
      sql.updateTable('deliveries').set({ due_at: next }).where('webhook_id', '=', key.webhook_id),
    )
    const range = { reached_at: 0, reached_sequence: 0, to_at: now + 1, undelivered: 0 as const }
    await db.transaction(async (tx) => {
      await insertReplay(tx, { ...key, ...range, due_at: now, step_ms: 40 * LEASE_MS })
      await queueSomeOfReplay(tx, key, now)
    })
    const rows = await rowsOf(db, (sql) =>
      sql
        .selectFrom('deliveries')
        .select('due_at')
        .where('webhook_id', '=', key.webhook_id)
        .orderBy('sequence'),
    )
    assert.deepEqual(
      rows.map(({ due_at }) => due_at),
      [now, next],
    )
  })
}, WITHOUT_WORKERS)
