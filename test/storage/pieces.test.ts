import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, WITHOUT_WORKERS } from '../../harness/app/on-each-engine.ts'
import { queueEveryEvent } from '../../harness/shops/backlog.ts'
import { crowdedCategory } from '../../harness/shops/crowded-category.ts'
import { addCategory } from '../../server/actions/categories/add-category.ts'
import { hurry } from '../../server/actions/hurry.ts'
import { seedStore } from '../../server/actions/stores/seed-store.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import { deliveriesPage } from '../../server/actions/webhooks/deliveries-page.ts'
import { replayDelivery } from '../../server/actions/webhooks/replay.ts'
import { orderEventId } from '../../server/rules/orders/order-event-id.ts'
import { HOUR_MS } from '../../server/rules/values/durations.ts'
import {
  COUNTED_AT_ONCE,
  countProductsByCategory,
  countProductsIn,
} from '../../server/storage/categories/category-products.ts'
import { listOrderHistory, writeOrderHistory } from '../../server/storage/orders/order-history.ts'
import { listAttemptsOf } from '../../server/storage/orders/order-trail.ts'
import { linkCategories } from '../../server/storage/products/product-categories.ts'
import { queueDepth } from '../../server/storage/queue-depth.ts'
import { ROWS_AT_ONCE } from '../../server/storage/rows-at-once.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { EVENTS_AT_ONCE, markDelivered } from '../../server/storage/webhooks/deliveries.ts'
import { insertAttempt, listAttempts } from '../../server/storage/webhooks/delivery-attempts.ts'

/** Work done in pieces must cover everything. */
onEachEngine(
  (running) => {
    test('products are counted by category, of one and of all', async () => {
      const { world } = running.app
      const most = COUNTED_AT_ONCE + 1
      const { storeId, categoryId, productIds } = await crowdedCategory(world, 1, most, 'Lamps')
      const ids = [categoryId]
      for (const name of ['Clay', 'Brass']) ids.push((await addCategory(world, storeId, name)).category_id)
      for (const id of productIds.slice(0, 2)) await linkCategories(world.db, storeId, id, ids.slice(1))
      const counts = await countProductsByCategory(world.db, storeId)
      assert.deepEqual(
        ids.map((id) => counts.get(id)),
        [most, 2, 2],
      )
      assert.equal(counts.size, 3)
      assert.equal(await countProductsIn(world.db, storeId, categoryId, ''), most)
      const [, second] = productIds.toSorted()
      assert.equal(await countProductsIn(world.db, storeId, categoryId, second!), most - 2)
      assert.equal(await countProductsIn(world.db, storeId, world.newId(), ''), 0)
    })

    test('deliveries of a kind are found behind many others, and all that waits is brought forward', async () => {
      const { world } = running.app
      const events = EVENTS_AT_ONCE + 10
      const { store_id: storeId } = await seedStore(world, 2, 1, events)
      const [one, other] = await Promise.all(
        ['a', 'b'].map((path) => addWebhook(world, { storeId, url: `https://example.com/${path}` })),
      )
      const webhookId = one!.webhook_id
      await queueEveryEvent(world, { storeId, webhookId }, world.now() + HOUR_MS)
      for (const sequence of [1, 2, events]) {
        const key = { store_id: storeId, webhook_id: webhookId, sequence }
        await markDelivered(world.db, { ...key, at: 1, result: '200' })
      }
      await replayDelivery(world, { storeId, webhookId: other!.webhook_id, sequence: 3 })
      const found = async (filter: Partial<Parameters<typeof deliveriesPage>[2]>) => {
        const { items, next } = await deliveriesPage(world.db, storeId, { limit: 5, ...filter })
        return [items.map(({ sequence }) => sequence), next]
      }
      assert.deepEqual(await found({ status: 'delivered' }), [[events, 2, 1], null])
      assert.deepEqual(await found({ status: 'delivered', webhookId }), [[events, 2, 1], null])
      assert.deepEqual(await found({ status: 'delivered', before: events }), [[2, 1], null])
      assert.deepEqual(await found({ status: 'delivered', before: 1 }), [[], null])
      assert.deepEqual(await found({ status: 'delivered', webhookId: other!.webhook_id }), [[], null])
      assert.deepEqual(await found({ status: 'pending', webhookId: other!.webhook_id }), [[3], null])
      assert.deepEqual(await found({ status: 'pending', webhookId, before: 8 }), [[7, 6, 5, 4, 3], null])
      const [page, next] = await found({ status: 'pending', webhookId })
      assert.deepEqual([(page as number[]).length, next], [5, events - 5])

      assert.deepEqual((await hurry(world)).deliveries, events - 3)
      const { pending, due } = await queueDepth(world.db, 'deliveries', world.now())
      assert.deepEqual([pending, due], [events - 2, events - 2])
    })

    const skip = running.engine === 'sqlite' && 'SQLite runs one write transaction at a time'
    test('a delivery under way does not keep the others from being brought forward', {
      skip,
    }, async () => {
      const { world } = running.app
      const { store_id: storeId } = await seedStore(world, 5, 1, ROWS_AT_ONCE + 10)
      const { webhook_id: webhookId } = await addWebhook(world, { storeId, url: 'https://example.com/d' })
      await queueEveryEvent(world, { storeId, webhookId }, world.now() + HOUR_MS)
      const key = { store_id: storeId, webhook_id: webhookId, sequence: 1 }
      await world.db.transaction(async (tx) => {
        await markDelivered(tx, { ...key, at: 1, result: '200' })
        await rowsOf(tx, (sql) => sql.selectFrom('deliveries').select('status').limit(1)) // flushes the write before it
        assert.equal((await hurry(world)).deliveries, ROWS_AT_ONCE + 9)
      })
    })

    test('of an order that is changed again and again the newest lines are shown', async () => {
      const { world } = running.app
      const { store_id, order_ids } = await seedStore(world, 4, 1, 1)
      const [order_id] = order_ids as [string]
      const [first] = await listOrderHistory(world.db, store_id, order_id)
      await world.db.transaction(async (tx) => {
        for (let number = 2; number <= 510; number++) await writeOrderHistory(tx, { ...first!, number })
      })
      const numbers = (await listOrderHistory(world.db, store_id, order_id)).map(({ number }) => number)
      assert.deepEqual(
        numbers,
        Array.from({ length: 500 }, (_, i) => 11 + i),
      )
    })

    test('of an event that is sent again and again the newest attempts are kept and shown', async () => {
      const { world } = running.app
      const { store_id: storeId, order_ids } = await seedStore(world, 3, 1, 1)
      const { webhook_id: webhookId } = await addWebhook(world, { storeId, url: 'https://example.com/c' })
      const attempt = { store_id: storeId, webhook_id: webhookId, sequence: 1, duration_ms: 1, answer: '' }
      await world.db.transaction(async (tx) => {
        for (let at = 1; at <= 250; at++)
          await insertAttempt(tx, {
            ...attempt,
            id: world.newId(),
            at,
            status: at === 7 ? 200 : 500,
            failure: null,
          })
      })
      const shown = async () =>
        (await listAttemptsOf(world.db, storeId, orderEventId(order_ids[0]!))).map(({ at }) => at)
      assert.deepEqual(
        await shown(),
        Array.from({ length: 200 }, (_, i) => 51 + i),
      )
      await replayDelivery(world, { storeId, webhookId, sequence: 1 })
      assert.deepEqual(await shown(), [7, ...Array.from({ length: 99 }, (_, i) => 152 + i)])
      assert.equal((await listAttempts(world.db, storeId, webhookId, 1)).length, 100)
      assert.equal(
        (await rowsOf(world.db, (sql) => sql.selectFrom('delivery_attempts').select('id'))).length,
        100,
      )
    })
  },
  WITHOUT_WORKERS,
  { alone: true },
)
