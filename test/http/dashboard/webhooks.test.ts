import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aProduct } from '../../../harness/app/app.ts'
import { openOnEachEngine } from '../../../harness/app/on-each-engine.ts'
import { until } from '../../../harness/app/until.ts'
import { queueEveryEvent } from '../../../harness/shops/backlog.ts'
import { join, newOwner, newPerson } from '../../../harness/shops/dashboard.ts'
import { placeTestOrder } from '../../../server/actions/orders/place-test-order.ts'
import { createProduct } from '../../../server/actions/products/create-product.ts'
import { seedStore } from '../../../server/actions/stores/seed-store.ts'
import { addWebhook } from '../../../server/actions/webhooks/add-webhook.ts'
import { replayDelivery } from '../../../server/actions/webhooks/replay.ts'
import { setWebhookEnabled } from '../../../server/actions/webhooks/set-webhook-enabled.ts'
import { webhookPieces } from '../../../server/actions/webhooks/webhook-pieces.ts'

const url = 'https://127.0.0.1:9/haat'

openOnEachEngine('webhooks in the dashboard', (open) => {
  test('a URL is added with its secret, rotated, switched and removed, each with a line in the log', async () => {
    const app = await open({ WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' })
    const { ask, call, store } = await newOwner(app)
    const { webhook_id: webhook, secret } = await ask('addWebhook', { store, url })
    assert.match(secret, /^whsec_/)
    assert.deepEqual(await ask('revealWebhookSecret', { store, webhook }), { secret })
    const twice = await call('addWebhook', { store, url })
    assert.deepEqual([twice.status, twice.body.error], [400, 'The store has this webhook URL already'])
    const rotated = await ask('rotateWebhookSecret', { store, webhook })
    assert.notEqual(rotated.secret, secret)
    await ask('switchWebhook', { store, webhook, enabled: false })
    const { webhooks } = await ask('listWebhooks', { store })
    assert.deepEqual([webhooks[0]?.url, webhooks[0]?.enabled], [url, false])
    const [manager, staff] = [await newPerson(app), await newPerson(app)]
    await join(app, store, manager, 'manager')
    await join(app, store, staff, 'staff')
    const seen = async (who: typeof staff) =>
      (await who.ask('overview', { store, days: 7, offset: 330 })).failing_webhooks
    const failing = { id: webhook, host: '127.0.0.1:9', enabled: false, failed_deliveries: 0 }
    assert.deepEqual(await seen(manager), [failing])
    assert.deepEqual(await seen(staff), [], 'staff do not see webhooks')
    await ask('removeWebhook', { store, webhook })
    assert.deepEqual(await ask('listWebhooks', { store }), { webhooks: [] })
    const { items } = await ask('listAudit', { store })
    assert.deepEqual(items.map(({ action }) => action).sort(), [
      'store.created',
      'webhook.added',
      'webhook.disabled',
      'webhook.removed',
      'webhook.rotated',
      'webhook.secret_shown',
    ])
  })

  test('failed deliveries are counted up to a thousand, for each URL separately', async () => {
    const app = await open({ HAAT_ROLE: 'web' })
    const { store_id: storeId } = await seedStore(app.world, 0, 1, 1002)
    const manager = await newPerson(app)
    await join(app, storeId, manager, 'manager')
    const missed = async () =>
      (await manager.ask('overview', { store: storeId, days: 7, offset: 330 })).failing_webhooks.map(
        ({ host, failed_deliveries }) => [host, failed_deliveries],
      )
    const { webhook_id: webhookId } = await addWebhook(app.world, { storeId, url: 'https://example.com/a' })
    const { webhook_id: other } = await addWebhook(app.world, { storeId, url: 'https://example.org/b' })
    await queueEveryEvent(app.world, { storeId, webhookId })
    await replayDelivery(app.world, { storeId, webhookId: other, sequence: 7 })
    for (const id of [webhookId, other])
      await setWebhookEnabled(app.world, { storeId, webhookId: id, enabled: false })
    for (const piece of await webhookPieces(app.world)) while (await piece());
    assert.deepEqual((await missed()).sort(), [
      ['example.com', 1000],
      ['example.org', 1],
    ])
  })

  test('deliveries are listed without splitting an event, and replayed one by one or by time', async () => {
    const app = await open({ WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' })
    const { ask, call, store } = await newOwner(app)
    const { webhook_id: webhook } = await ask('addWebhook', { store, url })
    await ask('addWebhook', { store, url: `${url}/2` })
    const { answer } = await createProduct(app.world, { storeId: store, input: aProduct({ stock: 9 }) })
    const from = new Date(app.world.now()).toISOString()
    for (let n = 0; n < 4; n++) {
      await placeTestOrder(app.world, { storeId: store, productId: answer.product_id, given: {} })
    }
    app.clock.advance(1000)
    const first = await ask('listDeliveries', { store, limit: 5 })
    assert.deepEqual(
      first.items.map(({ sequence }) => sequence),
      [4, 4, 3, 3],
    )
    const rest = await ask('listDeliveries', { store, limit: 5, after: first.next! })
    assert.deepEqual([rest.items.map(({ sequence }) => sequence), rest.next], [[2, 2, 1, 1], null])
    const unknown = await call('listDeliveries', { store, after: 'two' })
    assert.deepEqual([unknown.status, unknown.body.error], [400, 'This page of the list is not known'])

    await ask('switchWebhook', { store, webhook, enabled: false })
    const failed = await until(async () => {
      const { items } = await ask('listDeliveries', { store, webhook, status: 'failed' })
      return items.length === 4 && items
    })
    assert.deepEqual(new Set(failed.map(({ due_at }) => due_at)), new Set([null]), 'nothing more is due')
    await ask('switchWebhook', { store, webhook, enabled: true })
    await ask('replayDelivery', { store, webhook, sequence: '2' })
    const range = { store, webhook, from, to: new Date(app.world.now()).toISOString() }
    assert.deepEqual(await ask('replayRange', { ...range, count_only: true }), { events: 3 })
    assert.deepEqual(await ask('replayRange', range), { events: 3 })
    assert.deepEqual(await ask('readDelivery', { store, webhook, sequence: '0' }), {
      request: null,
      attempts: [],
    })
    for (const from of ['yesterday', '2026-02-31T00:00:00Z'])
      assert.equal((await call('replayRange', { ...range, from })).status, 400)
  })

  test('the events of a range are counted at most 60 times a minute, since that reads them all', async () => {
    const app = await open({ WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' })
    const { ask, call, store } = await newOwner(app)
    const { webhook_id: webhook } = await ask('addWebhook', { store, url: 'https://127.0.0.1/counted' })
    const [from, to] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']
    const count = () => call('replayRange', { store, webhook, from, to, count_only: true })
    const statuses = new Set<number>()
    for (let i = 0; i < 60; i++) statuses.add((await count()).status)
    assert.deepEqual([[...statuses], (await count()).status], [[200], 429])
  })
})
