import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { until } from '../../harness/app/until.ts'
import { type Received, startReceiver, trustReceivers } from '../../harness/servers/receiver.ts'
import { newShopWithWebhooks, type Shop, TO_THIS_MACHINE } from '../../harness/shops/webhooks.ts'
import { removeWebhook } from '../../server/actions/webhooks/remove-webhook.ts'
import { rotateWebhookSecret } from '../../server/actions/webhooks/rotate-webhook-secret.ts'
import { setWebhookEnabled } from '../../server/actions/webhooks/set-webhook-enabled.ts'
import { DAY_MS } from '../../server/rules/values/durations.ts'
import { insertMember } from '../../server/storage/accounts/members.ts'
import { insertPerson } from '../../server/storage/accounts/people.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { failIfOff } from '../../server/storage/webhooks/given-up-webhooks.ts'
import { findWebhook, noteFailing, noteWorking } from '../../server/storage/webhooks/webhooks.ts'
import { judgeFailingWebhooks } from '../../server/workers/failing-webhooks.ts'

trustReceivers()

onEachEngine((running) => {
  const shopFor = (...urls: string[]) => newShopWithWebhooks(running.app, urls)
  const webhookOf = ({ storeId, only }: Shop) => findWebhook(running.app.world.db, storeId, only.webhookId)
  const lettersTo = async (address: string) => {
    const rows = await rowsOf(running.app.world.db, (sql) =>
      sql
        .selectFrom('letters')
        .select('subject')
        .where('recipient', '=', address)
        .where('kind', '=', 'webhook off'),
    )
    return rows.map(({ subject }) => subject)
  }
  const settled = (shop: Shop, attempts: number) =>
    until(async () => {
      const [delivery] = await shop.deliveries()
      return delivery!.attempts === attempts && delivery
    })

  test('announces an order to every URL at once, with exactly the payload of the specification', async () => {
    running.clock.set(Date.now())
    await using first = await startReceiver()
    await using second = await startReceiver()
    const shop = await shopFor(first.url, second.url)
    const orderId = await shop.order()
    const [[one], [two]] = await Promise.all([first.waitFor(1), second.waitFor(1)])
    assert.equal(one!.body, two!.body)
    assert.deepEqual(JSON.parse(one!.body), {
      event: 'order.created',
      order_id: orderId,
      store_id: shop.storeId,
      product_id: shop.productId,
      status: 'started',
      created_at: new Date(running.clock.now()).toISOString(),
      customer: {
        name: 'Asha Rao',
        email: 'asha.rao@example.com',
        number: '9876543210',
        full_address: '12 Church Street, Bengaluru, Karnataka, India',
        pincode: '560001',
      },
      order_details: {
        quantity: 1,
        amount: 499.5,
        variation: null,
        size: null,
        color: null,
        special_instructions: null,
        custom_questions: [],
      },
    })
    assert.equal(one!.headers['content-type'], 'application/json')
    assert.equal(one!.headers['webhook-id'], `evt_${orderId}`)
    assert.equal(one!.headers['webhook-sequence'], '1')
    new Webhook(shop.webhooks[0]!.secret).verify(one!.body, one!.headers)
    new Webhook(shop.webhooks[1]!.secret).verify(two!.body, two!.headers)
    const delivery = await settled(shop, 1)
    assert.equal(delivery.status, 'delivered')
    const [attempt] = await shop.attempts(1)
    assert.equal(attempt!.status, 200)
    assert.equal(attempt!.answer, '{"ok":true}')
  })

  test('repeats the same bytes under the same id along the schedule, and then gives up', async () => {
    await using receiver = await startReceiver({ answer: (response) => response.writeHead(500).end('no') })
    const shop = await shopFor(receiver.url)
    await shop.order()
    const pauses = ['5s', '5m', '30m', '2h', '5h', '10h', '10h'].map(inMs)
    for (const [i, pause] of pauses.entries()) {
      const delivery = await settled(shop, i + 1)
      assert.equal(delivery.status, 'pending')
      assert.equal(delivery.last_result, 'Status 500')
      const waits = delivery.due_at - running.clock.now()
      assert.ok(waits >= pause && waits <= pause * 1.1, `${waits} after attempt ${i + 1}`)
      running.clock.set(delivery.due_at)
      running.app.world.signals.raise('deliveries')
    }
    assert.equal((await settled(shop, 8)).status, 'failed')
    assert.equal(receiver.received.length, 8)
    assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1)
    assert.equal(new Set(receiver.received.map(idOf)).size, 1)
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-signature'])).size, 8)
    assert.equal((await shop.attempts(1)).length, 8)
  })

  test('waits as long as a busy receiver asks for', async () => {
    await using receiver = await startReceiver({
      answer: (response) => response.writeHead(503, { 'retry-after': '3600' }).end(),
    })
    const shop = await shopFor(receiver.url)
    await shop.order()
    const waits = (await settled(shop, 1)).due_at - running.clock.now()
    assert.ok(waits >= 3_600_000 && waits <= 3_960_000, String(waits))
  })

  test('a redirect is a failure and is not followed', async () => {
    await using target = await startReceiver()
    await using receiver = await startReceiver({
      answer: (response) => response.writeHead(307, { location: target.url }).end(),
    })
    const shop = await shopFor(receiver.url)
    await shop.order()
    assert.equal((await settled(shop, 1)).last_result, 'Status 307')
    assert.equal(target.received.length, 0)
  })

  test('410 switches the URL off at once, and fails its waiting deliveries', async () => {
    await using receiver = await startReceiver({ answer: (response) => response.writeHead(500).end() })
    const shop = await shopFor(receiver.url)
    await shop.order()
    await settled(shop, 1)
    receiver.answerWith((response) => response.writeHead(410).end())
    const { db } = running.app.world
    const owner = { id: running.app.world.newId(), email: `owner-${running.engine}@example.com` }
    await insertPerson(db, { ...owner, name: 'Owner', password_hash: '', created_at: 1 })
    await insertMember(db, { store_id: shop.storeId, person_id: owner.id, role: 'owner', since: 1 })
    const helper = { id: running.app.world.newId(), email: `helper-${running.engine}@example.com` }
    await insertPerson(db, { ...helper, name: 'Helper', password_hash: '', created_at: 1 })
    await insertMember(db, { store_id: shop.storeId, person_id: helper.id, role: 'manager', since: 1 })
    await shop.order()
    const off = await until(async () =>
      (await webhookOf(shop))!.enabled === 0 ? webhookOf(shop) : undefined,
    )
    assert.equal(off.disabled_reason, 'The server answered 410 Gone')
    assert.deepEqual(new Set((await shop.deliveries()).map(({ status }) => status)), new Set(['failed']))
    await shop.order()
    assert.equal((await shop.deliveries()).length, 2)
    assert.deepEqual(await lettersTo(owner.email), ['A webhook URL was switched off'])
    assert.deepEqual(await lettersTo(helper.email), [], 'owners alone are told')
  })

  test('a URL that fails for 5 days is switched off and the seller is told; a success in between counts', async () => {
    await using receiver = await startReceiver({ answer: (response) => response.writeHead(500).end() })
    const shop = await shopFor(receiver.url)
    const { db } = running.app.world
    await rowsOf(db, (sql) =>
      sql.updateTable('stores').set({ contact_email: 'seller@example.com' }).where('id', '=', shop.storeId),
    )
    const fail = async (count: number) => {
      await shop.order()
      await until(async () => receiver.received.length === count && (await webhookOf(shop))!.failing_since)
    }
    await fail(1)
    running.clock.advance(5 * DAY_MS)
    receiver.answerWith((response) => response.end())
    await shop.order()
    await until(async () => (await webhookOf(shop))!.failing_since === null)
    await until(async () => (await shop.deliveries()).every(({ status }) => status === 'delivered'))
    receiver.answerWith((response) => response.writeHead(500).end())
    await fail(4)
    assert.equal((await webhookOf(shop))!.enabled, 1)
    running.clock.advance(5 * DAY_MS)
    await shop.order()
    const off = await until(async () =>
      (await webhookOf(shop))!.enabled === 0 ? webhookOf(shop) : undefined,
    )
    assert.equal(off.disabled_reason, 'It failed for 5 days')
    assert.deepEqual(await lettersTo('seller@example.com'), ['A webhook URL was switched off'])
  })

  test('a URL is judged five days after it began to fail, even if no order came since', async () => {
    await using receiver = await startReceiver({ answer: (response) => response.writeHead(500).end() })
    await using other = await startReceiver({ answer: (response) => response.writeHead(500).end() })
    const [down, recovered] = [await shopFor(receiver.url), await shopFor(other.url)]
    for (const shop of [down, recovered]) await shop.order()
    for (const shop of [down, recovered]) {
      await until(async () => (await webhookOf(shop))!.failing_since)
      // As after the last attempt. Otherwise the worker would retry when the clock moves.
      await rowsOf(running.app.world.db, (sql) =>
        sql.updateTable('deliveries').set({ status: 'failed' }).where('store_id', '=', shop.storeId),
      )
    }
    running.clock.advance(5 * DAY_MS - 1)
    await judgeFailingWebhooks(running.app.world)
    assert.equal((await webhookOf(down))!.enabled, 1, 'not a moment before')
    other.answerWith((response) => response.end())
    running.clock.advance(1)
    await judgeFailingWebhooks({ ...running.app.world, clockMayBeWrong: true })
    assert.equal((await webhookOf(down))!.enabled, 1, 'not by a clock that was just set')
    await judgeFailingWebhooks(running.app.world)
    const [off, on] = [await webhookOf(down), await webhookOf(recovered)]
    assert.deepEqual([off!.enabled, off!.disabled_reason], [0, 'It failed for 5 days'])
    assert.equal(on!.enabled, 1)
    assert.equal(JSON.parse(other.received.at(-1)!.body).event, 'webhook.test')
  })

  test('a change of a URL while it is judged counts, and a removal delays no other', async () => {
    running.clock.set(Date.now())
    const { world } = running.app
    const meanwhiles = [
      ({ only }: Shop) => removeWebhook(world, only),
      async () => {},
      async ({ only }: Shop) => {
        for (const enabled of [false, true]) await setWebhookEnabled(world, { ...only, enabled })
      },
      ({ only }: Shop) => noteWorking(world.db, only.storeId, only.webhookId),
    ]
    await using receivers = new AsyncDisposableStack()
    const shops: Shop[] = []
    for (const meanwhile of meanwhiles) {
      const receiver = receivers.use(await startReceiver())
      const shop = await shopFor(receiver.url)
      await noteFailing(world.db, shop.storeId, shop.only.webhookId, running.clock.now())
      receiver.answerWith((response) => void meanwhile(shop).finally(() => response.writeHead(500).end()))
      shops.push(shop)
    }
    running.clock.advance(5 * DAY_MS)
    await judgeFailingWebhooks(world)
    const kept = await Promise.all(shops.map(webhookOf))
    assert.deepEqual(
      kept.map((webhook) => webhook && [webhook.enabled, webhook.failing_since]),
      [undefined, [0, null], [1, null], [1, null]],
    )

    const again = shops[2]!
    await noteFailing(world.db, again.storeId, again.only.webhookId, running.clock.now() - 5 * DAY_MS)
    await again.order()
    await until(async () => (await again.attempts(1)).length === 1)
    const { enabled, failing_since } = (await webhookOf(again))!
    assert.deepEqual(
      [enabled, failing_since],
      [1, running.clock.now()],
      'a failed order starts the count again',
    )
  })

  test('after a rotation both secrets sign for 24 hours, and then the new one alone', async () => {
    running.clock.set(Date.now())
    await using receiver = await startReceiver()
    const shop = await shopFor(receiver.url)
    const before = shop.webhooks[0]!.secret
    const { secret: after } = await rotateWebhookSecret(running.app.world, shop.only)
    await shop.order()
    const [both] = await receiver.waitFor(1)
    new Webhook(before).verify(both!.body, both!.headers)
    new Webhook(after).verify(both!.body, both!.headers)
    running.clock.advance(DAY_MS)
    await shop.order()
    const [, alone] = await receiver.waitFor(2)
    assert.equal(both!.headers['webhook-signature']!.split(' ').length, 2)
    assert.equal(alone!.headers['webhook-signature']!.split(' ').length, 1)
  })

  test('a secret rotated again within the day keeps its own 24 hours, and a sixth rotation waits', async () => {
    running.clock.set(Date.now())
    await using receiver = await startReceiver()
    const shop = await shopFor(receiver.url)
    const rotate = async () => (await rotateWebhookSecret(running.app.world, shop.only)).secret
    const secrets = [shop.webhooks[0]!.secret]
    for (let n = 0; n < 5; n++) {
      secrets.push(await rotate())
      running.clock.advance(1000)
    }
    await assert.rejects(rotate(), {
      message: /^5 earlier secrets still sign\. It can be rotated again after .+, Indian time\.$/,
    })
    await shop.order()
    const [early] = await receiver.waitFor(1)
    for (const secret of secrets) new Webhook(secret).verify(early!.body, early!.headers)
    running.clock.advance(DAY_MS - 4000)
    await shop.order()
    const [, late] = await receiver.waitFor(2)
    assert.equal(late!.headers['webhook-signature']!.split(' ').length, 4)
    await rotate()
  })

  test('a URL that is switched off or removed gets nothing more', async () => {
    await using receiver = await startReceiver({ answer: (response) => response.writeHead(500).end() })
    const shop = await shopFor(receiver.url)
    await shop.order()
    await settled(shop, 1)
    await setWebhookEnabled(running.app.world, { ...shop.only, enabled: false })
    assert.equal((await shop.deliveries())[0]!.last_result, 'The URL is off: Switched off by the seller')
    await shop.order()
    await setWebhookEnabled(running.app.world, { ...shop.only, enabled: true })
    assert.equal((await shop.deliveries()).length, 1)
    await removeWebhook(running.app.world, shop.only)
    assert.equal((await shop.deliveries()).length, 0)
    assert.equal((await shop.attempts(1)).length, 0)
  })

  test('a delivery claimed for a URL that was off fails only if it still is', async () => {
    await using receiver = await startReceiver({ answer: (response) => response.writeHead(500).end() })
    const shop = await shopFor(receiver.url)
    await shop.order()
    await settled(shop, 1)
    const { db } = running.app.world
    const { storeId: store_id, webhookId: webhook_id } = shop.only
    const statusAfter = async () => {
      await failIfOff(db, { store_id, webhook_id, sequence: 1, last_result: 'The URL is off' })
      return (await shop.deliveries())[0]!.status
    }
    assert.equal(await statusAfter(), 'pending')
    await rowsOf(db, (sql) => sql.updateTable('webhooks').set({ enabled: 0 }).where('id', '=', webhook_id))
    assert.equal(await statusAfter(), 'failed')
  })

  test('a URL removed while its answer is on the way does no harm', async () => {
    await using receiver = await startReceiver({ answer: () => {} })
    const shop = await shopFor(receiver.url)
    await shop.order()
    await receiver.waitFor(1)
    await removeWebhook(running.app.world, shop.only)
    await using other = await startReceiver()
    const next = await shopFor(other.url)
    await next.order()
    assert.equal((await settled(next, 1)).status, 'delivered')
  })
}, TO_THIS_MACHINE)

const idOf = ({ headers }: Received) => headers['webhook-id']

function inMs(text: string): number {
  const [, count, unit] = /^(\d+)([smh])$/.exec(text)!
  return Number(count) * { s: 1000, m: 60_000, h: 3_600_000 }[unit as 's']
}
