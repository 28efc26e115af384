import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signWebhook } from '../../../contract/signature.ts'
import { onEachEngine } from '../../../harness/app/on-each-engine.ts'
import { until } from '../../../harness/app/until.ts'
import { type Received, startReceiver, trustReceivers } from '../../../harness/servers/receiver.ts'
import { join, newOwner, newPerson } from '../../../harness/shops/dashboard.ts'
import { ownerWithProduct, placeOrder } from '../../../harness/shops/dashboard-shop.ts'
import { TO_THIS_MACHINE } from '../../../harness/shops/webhooks.ts'
import { MINUTE_MS } from '../../../server/rules/values/durations.ts'

trustReceivers()

/** Characters with special handling in JSON, HTML or UTF-8. */
const NAME = 'Zubeida "Zu" <b>&amp; Ṣādiq\u2028🪔'

/** The parts of a received request that are the same in every attempt. */
function lasting({ headers }: Received) {
  const { connection, 'webhook-timestamp': timestamp, 'webhook-signature': signature, ...rest } = headers
  return rest
}

onEachEngine((running) => {
  /** A store whose only order was delivered to this receiver, or refused by it. */
  async function tellOf(receiver: Awaited<ReturnType<typeof startReceiver>>, query = '') {
    const { app } = running
    const owner = await ownerWithProduct(app)
    const { ask, store } = owner
    const url = receiver.url + query
    const { webhook_id: webhook, secret } = await ask('addWebhook', { store, url })
    const order = await placeOrder(app, owner, { name: NAME })
    const delivery = { store, webhook, sequence: '1' }
    const read = () => ask('readDelivery', delivery)
    await until(async () => (await read()).attempts.length === 1)
    return { ...owner, webhook, secret, order, delivery, read }
  }

  test('a delivery shows its request byte for byte, with all that the signature needs but the secret', async () => {
    await using receiver = await startReceiver({ answer: (response) => response.writeHead(401).end() })
    const { read, secret } = await tellOf(receiver, '?shop=1&to=%20us')
    const [arrived] = await receiver.waitFor(1)
    const { request, attempts } = await read()
    assert.deepEqual(
      [request!.path, request!.headers, request!.body, request!.erased],
      [arrived!.path, lasting(arrived!), arrived!.body, false],
    )
    assert.equal(JSON.parse(request!.body).customer.name, NAME)
    const signature = arrived!.headers['webhook-signature']
    const id = request!.headers['webhook-id']!
    assert.equal(signWebhook([secret], id, attempts[0]!.timestamp, request!.body), signature)
    const shown = JSON.stringify(await read())
    for (const hidden of [secret.slice('whsec_'.length), signature!.slice('v1,'.length)])
      assert.ok(!shown.includes(hidden))
  })

  test('a test event is shown as it was sent', async () => {
    await using receiver = await startReceiver()
    const { ask, store } = await newOwner(running.app)
    const { webhook_id: webhook } = await ask('addWebhook', { store, url: receiver.url })
    const { request, attempt } = await ask('testWebhook', { store, webhook })
    const [arrived] = await receiver.waitFor(1)
    assert.deepEqual([request.headers, request.body], [lasting(arrived!), arrived!.body])
    assert.equal(String(attempt.timestamp), arrived!.headers['webhook-timestamp'])
    const { request: kept, attempts } = await ask('readDelivery', { store, webhook, sequence: '0' })
    assert.deepEqual([kept, attempts], [null, [attempt]])
  })

  test('once the customer is erased, a delivery shows the request as it is sent now, and says so', async () => {
    await using receiver = await startReceiver()
    const { ask, store, order, webhook, read } = await tellOf(receiver)
    await ask('changeOrderStatus', { store, order, status: 'cancelled' })
    running.clock.advance(MINUTE_MS)
    await ask('eraseCustomer', { store, order })
    const { request } = await read()
    assert.equal(request!.erased, true)
    assert.doesNotMatch(request!.body, /Zubeida|asha\.rao|9876543210|Church Street/)
    await ask('replayDelivery', { store, webhook, sequence: '1' })
    const [, again] = await receiver.waitFor(2)
    assert.deepEqual([request!.headers, request!.body], [lasting(again!), again!.body])
  })

  test('it is readable by members who may see webhooks, in their own store, for deliveries of that URL', async () => {
    await using receiver = await startReceiver()
    const { ask, store, delivery } = await tellOf(receiver)
    const status = async (role: 'staff' | 'manager') => {
      const member = await newPerson(running.app)
      await join(running.app, store, member, role)
      return (await member.call('readDelivery', delivery)).status
    }
    assert.deepEqual([await status('staff'), await status('manager')], [403, 200])
    const stranger = await newOwner(running.app)
    assert.equal((await stranger.call('readDelivery', delivery)).status, 404)
    const across = await stranger.call('readDelivery', { ...delivery, store: stranger.store })
    assert.deepEqual([across.status, across.body.error], [400, 'The store has no webhook with that id'])
    const { webhook_id: webhook } = await ask('addWebhook', { store, url: `${receiver.url}/later` })
    const later = await ask('readDelivery', { ...delivery, webhook })
    assert.deepEqual(later, { request: null, attempts: [] })
  })
}, TO_THIS_MACHINE)
