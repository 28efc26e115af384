import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { queueEveryEvent } from '../../harness/shops/backlog.ts'
import { seedStore } from '../../server/actions/stores/seed-store.ts'
import { verify } from '../../server/actions/verify.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import type { WebhookChoice } from '../../server/actions/webhooks/find-own-webhook.ts'
import { removeWebhook } from '../../server/actions/webhooks/remove-webhook.ts'
import { countReplayRange, replayRange } from '../../server/actions/webhooks/replay.ts'
import { setWebhookEnabled } from '../../server/actions/webhooks/set-webhook-enabled.ts'
import { webhookPieces } from '../../server/actions/webhooks/webhook-pieces.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { listDeliveries } from '../../server/storage/webhooks/deliveries.ts'
import { claimGivingUp } from '../../server/storage/webhooks/given-up-webhooks.ts'
import { listReplays } from '../../server/storage/webhooks/replays.ts'
import { findWebhook, listWebhooks } from '../../server/storage/webhooks/webhooks.ts'
import { doPieces } from '../../server/workers/long-work.ts'
import type { World } from '../../server/world.ts'
import { runDoomed } from '../help/doomed/run-doomed.ts'

/** Three pieces of work: the first is done together with the decision. */
const EVENTS = 1100
/** Without workers, because each test continues the work itself after checking the state in the middle. */
const WITHOUT_WORKERS = { HAAT_ROLE: 'web' }
const WHOLE = { from: 0, to: Number.MAX_SAFE_INTEGER, rate: 100 }

const rowsTo = ({ db }: World, { storeId, webhookId }: WebhookChoice) =>
  rowsOf(db, (sql) =>
    sql
      .selectFrom('deliveries')
      .select(['sequence', 'status', 'due_at', 'last_result'])
      .where('store_id', '=', storeId)
      .where('webhook_id', '=', webhookId)
      .orderBy('sequence'),
  )

async function statuses(world: World, choice: WebhookChoice): Promise<Record<string, number>> {
  const rows = Object.groupBy(await rowsTo(world, choice), ({ status }) => status)
  return Object.fromEntries(Object.entries(rows).map(([status, all]) => [status, all!.length]))
}

async function finish(world: World) {
  while (await doPieces(world));
}

async function isWhole(world: World) {
  for await (const { name, count } of verify(world)) assert.deepEqual([name, count], [name, 0])
}

onEachEngine((running) => {
  const world = () => running.app.world
  let storeId: string
  before(async () => {
    storeId = (await seedStore(world(), 1, 1, EVENTS)).store_id
  })
  const urlOf = async (path: string): Promise<WebhookChoice> => {
    const { webhook_id } = await addWebhook(world(), { storeId, url: `https://example.com/${path}` })
    return { storeId, webhookId: webhook_id }
  }

  test('a URL is off at once, and its waiting deliveries and replays fail in batches', async () => {
    const url = await urlOf('off')
    await replayRange(world(), { ...url, ...WHOLE })
    assert.deepEqual(await statuses(world(), url), { pending: 500 })
    await setWebhookEnabled(world(), { ...url, enabled: false })
    assert.equal((await findWebhook(world().db, storeId, url.webhookId))?.enabled, 0)
    assert.deepEqual(await statuses(world(), url), { failed: 500 })
    await finish(world())
    assert.deepEqual(await statuses(world(), url), { failed: 500 })

    await setWebhookEnabled(world(), { ...url, enabled: true })
    await queueEveryEvent(world(), url)
    await setWebhookEnabled(world(), { ...url, enabled: false })
    assert.deepEqual(await statuses(world(), url), { failed: 500, pending: 600 })
    assert.equal(await doPieces(world()), true)
    assert.deepEqual(await statuses(world(), url), { failed: 1000, pending: 100 })
    const listed = await webhookPieces(world())
    await setWebhookEnabled(world(), { ...url, enabled: true })
    assert.deepEqual(await Promise.all(listed.map((piece) => piece())), [undefined])
    await finish(world())
    assert.deepEqual(await statuses(world(), url), { failed: 1000, pending: 100 })

    await queueEveryEvent(world(), url)
    await setWebhookEnabled(world(), { ...url, enabled: false })
    await Promise.all([1, 2].map(() => doPieces(world())))
    await finish(world())
    const rows = await rowsTo(world(), url)
    assert.deepEqual(
      [...new Set(rows.map(({ last_result }) => last_result))],
      ['The URL is off: Switched off by the seller'],
    )
    await setWebhookEnabled(world(), { ...url, enabled: true })
    await removeWebhook(world(), url)
    await finish(world())
  })

  test('a replay is recorded at once and queued in batches, in order and at its rate', async () => {
    const [earlier, url] = [await urlOf('earlier'), await urlOf('replay')]
    await replayRange(world(), { ...earlier, ...WHOLE })
    const range = { ...url, ...WHOLE }
    running.clock.advance(60_000)
    const at = running.clock.now()
    assert.equal(await countReplayRange(world(), range), EVENTS)
    assert.deepEqual(await replayRange(world(), range), { queued: EVENTS })
    assert.deepEqual(await statuses(world(), url), { pending: 500 })
    await assert.rejects(replayRange(world(), range), {
      message: 'The last replay of this URL is still being queued. Try again in a moment.',
    })
    running.clock.advance(60_000)
    await finish(world())
    assert.deepEqual(await listReplays(world().db), [])
    for (const [to, begun] of [
      [earlier, at - 60_000],
      [url, at],
    ] as const)
      assert.deepEqual(
        (await rowsTo(world(), to)).map(({ due_at, status }) => [due_at, status]),
        Array.from({ length: EVENTS }, (_, i) => [begun + 10 * i, 'pending']),
      )
    assert.equal(await countReplayRange(world(), range), 0)
    for (const each of [earlier, url]) await removeWebhook(world(), each)
    await finish(world())
  })

  test('of two URLs given up together one is switched off and the other removed', async () => {
    const [off, removed] = [await urlOf('beside/off'), await urlOf('beside/removed')]
    for (const each of [off, removed]) await queueEveryEvent(world(), each)
    await setWebhookEnabled(world(), { ...off, enabled: false })
    await removeWebhook(world(), removed)
    for (const [url, isRemoved] of [
      [off, false],
      [removed, true],
    ] as const) {
      const claimed = await world().db.transaction((tx) => claimGivingUp(tx, storeId, url.webhookId))
      assert.equal(claimed?.removed_at !== null, isRemoved)
    }
    await finish(world())
    assert.deepEqual(await statuses(world(), off), { failed: EVENTS })
    assert.deepEqual(await statuses(world(), removed), {})
    await removeWebhook(world(), off)
    await finish(world())
  })

  test('a removed URL is gone at once and may be added again, and its record is deleted in batches', async () => {
    const url = await urlOf('removed')
    await queueEveryEvent(world(), url)
    await replayRange(world(), { ...url, ...WHOLE })
    await removeWebhook(world(), url)
    assert.deepEqual(await listReplays(world().db), [])
    assert.deepEqual(await listWebhooks(world().db, storeId), [])
    assert.deepEqual(await listDeliveries(world().db, storeId, { limit: 10 }), [])
    assert.deepEqual(await statuses(world(), url), { pending: 600 })
    await assert.rejects(setWebhookEnabled(world(), { ...url, enabled: true }), {
      message: 'The store has no webhook with that id',
    })
    await isWhole(world())
    const again = await urlOf('removed')
    await replayRange(world(), { ...again, ...WHOLE })
    await finish(world())
    assert.deepEqual(await statuses(world(), url), {})
    assert.deepEqual(await statuses(world(), again), { pending: EVENTS })
    const left = await rowsOf(world().db, (sql) =>
      sql.selectFrom('webhooks').select('id').where('id', '=', url.webhookId),
    )
    assert.deepEqual(left, [])
  })

  test('a kill before or after the commit of a batch loses nothing', async () => {
    const [off, removed, replayed] = [
      await urlOf('killed/off'),
      await urlOf('killed/removed'),
      await urlOf('killed/replayed'),
    ]
    for (const each of [off, removed]) await queueEveryEvent(world(), each)
    await setWebhookEnabled(world(), { ...off, enabled: false })
    await removeWebhook(world(), removed)
    await replayRange(world(), { ...replayed, ...WHOLE })
    for (const point of ['before', 'after']) {
      await runDoomed('long-work', [point], running.app.settings)
    }
    await finish(world())
    await isWhole(world())
    assert.deepEqual(await statuses(world(), off), { failed: EVENTS })
    assert.deepEqual(await statuses(world(), removed), {})
    assert.deepEqual(await statuses(world(), replayed), { pending: EVENTS })
    await removeWebhook(world(), replayed)
    await finish(world())
  })
}, WITHOUT_WORKERS)
