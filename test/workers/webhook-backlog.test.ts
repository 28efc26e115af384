import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { queueEveryEvent } from '../../harness/shops/backlog.ts'
import { seedStore } from '../../server/actions/stores/seed-store.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import { PATIENT_LANE } from '../../server/storage/webhooks/delivery-lane.ts'
import { claimDue, findDueUrls } from '../../server/storage/webhooks/due-deliveries.ts'

const BACKLOG = 600

onEachEngine(
  (running) => {
    /** A store with that many events pending for its webhook. */
    async function waiting(events: number) {
      const { world } = running.app
      const { store_id: storeId } = await seedStore(world, 0, 1, events)
      const { webhook_id: webhookId } = await addWebhook(world, { storeId, url: 'https://example.com/hook' })
      await queueEveryEvent(world, { storeId, webhookId })
      return webhookId
    }

    test('deliveries behind the long queue of a busy URL are found, oldest first, and claimed once', async () => {
      const { world } = running.app
      const busy = await waiting(BACKLOG)
      running.clock.advance(1)
      const others = [await waiting(3), await waiting(2)]
      const when = { lane: PATIENT_LANE, now: world.now() } as const
      const free = async () => {
        const { urls } = await findDueUrls(world.db, when, (url) => (url === busy ? 0 : 32))
        urls.delete(busy)
        return world.db.transaction((tx) => claimDue(tx, { ...when, lease: world.now() + 15_000, urls }))
      }
      const claimed = await free()
      const sequences = (url: string | undefined) =>
        claimed.filter(({ webhook_id }) => webhook_id === url).map(({ sequence }) => sequence)
      assert.deepEqual(others.map(sequences), [
        [1, 2, 3],
        [1, 2],
      ])
      assert.equal(claimed.length, 5)
      assert.deepEqual(await free(), [])
    })

    test('workers that claim at once share the due deliveries of a URL without overlap', async () => {
      const { world } = running.app
      const urls = new Map([[await waiting(40), 8]])
      const claim = { lane: PATIENT_LANE, now: world.now(), lease: world.now() + 15_000, urls } as const
      const claims = Array.from({ length: 4 }, () => world.db.transaction((tx) => claimDue(tx, claim)))
      const sequences = (await Promise.all(claims)).flat().map(({ sequence }) => sequence)
      assert.equal(sequences.length, 32)
      assert.equal(new Set(sequences).size, 32)
    })
  },
  { HAAT_ROLE: 'web' },
)
