import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { startTestApp, type TestApp } from '../../harness/app/app.ts'
import { haatBeside, haatIn, outcomeIn } from '../../harness/app/haat.ts'
import { until } from '../../harness/app/until.ts'
import { certificateBy, startReceiver, trustReceivers } from '../../harness/servers/receiver.ts'
import { freePort } from '../../harness/services/free-port.ts'
import { newShopWithWebhooks, TO_THIS_MACHINE } from '../../harness/shops/webhooks.ts'
import { rowsOf } from '../../server/storage/statement.ts'

trustReceivers()
let app: TestApp
let haat: ReturnType<typeof haatIn>
before(async () => {
  app = await startTestApp(TO_THIS_MACHINE)
  haat = haatIn(app)
})
after(() => app[Symbol.asyncDispose]())

test('an order placed by another process is announced to the URL that was added, and can be replayed', async () => {
  await using receiver = await startReceiver()
  const { storeId, productId, deliveries } = await newShopWithWebhooks(app, [])
  const recorded = (attempts: number) =>
    until(async () =>
      (await deliveries()).every((each) => each.status === 'delivered' && each.attempts === attempts),
    )
  const store = ['--store', storeId]
  const added = await haat('webhook', 'add', ...store, receiver.url)
  assert.deepEqual(Object.keys(added), ['webhook_id', 'secret'])
  await haatBeside(app.folder).json('order', 'place', ...store, '--product', productId)
  const [first] = await receiver.waitFor(1)
  new Webhook(added.secret).verify(first!.body, first!.headers)

  await recorded(1)

  const one = ['--webhook', added.webhook_id]
  assert.deepEqual(await haat('webhook', 'replay', ...store, ...one, '--sequence', '1'), { queued: 1 })
  const [, again] = await receiver.waitFor(2)
  assert.equal(again!.body, first!.body)
  assert.equal(again!.headers['webhook-id'], first!.headers['webhook-id'])

  await recorded(1)

  await using later = await startReceiver()
  const { webhook_id } = await haat('webhook', 'add', ...store, later.url)
  const range = ['webhook', 'replay', ...store, '--webhook', webhook_id, '--from', '2020-01-01']
  assert.deepEqual(await haat(...range), { count: 1, queued: 0 })
  assert.deepEqual(await haat(...range, '--yes'), { count: 1, queued: 1 })
  const [late] = await later.waitFor(1)
  assert.equal(late!.body, first!.body)

  const list = await haat('delivery', 'list', ...store, '--webhook', added.webhook_id)
  assert.deepEqual([list.deliveries.length, list.deliveries[0].status], [1, 'delivered'])
  const { attempts } = await haat('delivery', 'attempts', ...store, ...one, '--sequence', '1')
  assert.deepEqual(
    attempts.map(({ status }: { status: number }) => status),
    [200, 200],
  )
})

const STATES = [
  { enabled: 1 },
  { failing_since: Date.UTC(2026, 0, 15, 6, 30) },
  { enabled: 0, disabled_reason: 'gone for good' },
] as const

test('a URL can be tested, diagnosed, rotated, listed and removed', async () => {
  await using receiver = await startReceiver()
  const { storeId, only } = await newShopWithWebhooks(app, [receiver.url])
  const one = ['--store', storeId, only.webhookId]
  assert.equal((await haat('webhook', 'test', ...one)).status, 200)
  assert.equal(JSON.parse(receiver.received[0]!.body).event, 'webhook.test')
  const well = await haat('webhook', 'doctor', ...one)
  assert.equal(well.healthy, true)
  assert.equal(well.advice, 'All is well.')
  const { secret } = await haat('webhook', 'rotate', ...one)
  assert.match(secret, /^whsec_/)
  const { webhooks } = await haat('webhook', 'list', '--store', storeId)
  assert.deepEqual([webhooks[0].url, webhooks[0].enabled], [receiver.url, true])
  const states: string[] = []
  for (const change of STATES) {
    await rowsOf(app.world.db, (sql) =>
      sql.updateTable('webhooks').set(change).where('id', '=', only.webhookId),
    )
    const { text } = await outcomeIn(app)('webhook', 'list', '--store', storeId)
    states.push(text.replace(`${only.webhookId}  ${receiver.url}  `, ''))
  }
  assert.deepEqual(states, ['on', 'on, failing since 2026-01-15T06:30:00.000Z', 'off: gone for good'])
  assert.deepEqual(await haat('webhook', 'remove', ...one), { removed: only.webhookId })
  await assert.rejects(haat('webhook', 'remove', ...one), {
    message: 'The store has no webhook with that id',
  })
})

test('the doctor says where a redirect leads, and suggests the signature when a server refuses', async () => {
  await using receiver = await startReceiver()
  const { storeId, only } = await newShopWithWebhooks(app, [receiver.url])
  const advice = async (status: number, headers = {}) => {
    receiver.answerWith((response) => response.writeHead(status, headers).end())
    return (await haat('webhook', 'doctor', '--store', storeId, only.webhookId)).advice
  }
  const location = 'https://www.shop.example/hook/'
  assert.equal(
    await advice(301, { location }),
    'Your server redirects (301) to https://www.shop.example/hook/, which is not followed: use the final URL.',
  )
  assert.equal(await advice(304), 'Your server redirects (304), which is not followed: use the final URL.')
  for (const status of [401, 403, 419]) {
    assert.equal(
      await advice(status),
      `Your server refuses the request (${status}): let POST through without a login or a CSRF check, or, if it is the signature that it refuses, give it this webhook’s secret and have it check the body as it arrives.`,
    )
  }
})

test('what a receiver sends is printed without terminal control characters', async () => {
  const clears = '\x1b[2J\x9b2J'
  await using receiver = await startReceiver({ answer: (response) => response.end(`one\n${clears}`) })
  await using named = await startReceiver({ certificate: certificateBy({ name: clears, hosts: [] }) })
  const { storeId, webhooks, order, deliveries } = await newShopWithWebhooks(app, [receiver.url, named.url])
  const [good, bad] = webhooks.map(({ webhook_id }) => webhook_id) as [string, string]
  const store = ['--store', storeId]
  const said = async (...words: string[]) => (await outcomeIn(app)(...words)).text
  assert.match(await said('webhook', 'test', ...store, good), /\none\n\ufffd\[2J\ufffd2J$/)
  await order()
  await until(async () => (await deliveries()).every(({ attempts }) => attempts > 0))
  for (const text of [
    await said('webhook', 'test', ...store, bad),
    await said('webhook', 'doctor', ...store, bad),
    await said('delivery', 'list', ...store, '--webhook', bad),
    await said('delivery', 'attempts', ...store, '--webhook', bad, '--sequence', '0'),
  ]) {
    assert.match(text, /\ufffd\[2J\ufffd2J/)
    assert.doesNotMatch(text, /[^\P{Cc}\n]/u)
  }
})

test('no delivery is lost between two pages', async () => {
  const { storeId, order } = await newShopWithWebhooks(app, [
    'https://localhost:1/a',
    'https://localhost:1/b',
  ])
  for (let n = 0; n < 4; n++) await order()
  const page = async (...words: string[]) => {
    const list = ['delivery', 'list', '--store', storeId, '--limit', '5', ...words]
    const { deliveries, next } = await haat(...list)
    const { text } = await outcomeIn(app)(...list)
    return [deliveries.map(({ sequence }: { sequence: number }) => sequence), next, text.split('\n')[4]]
  }
  assert.deepEqual(await page(), [[4, 4, 3, 3], 3, 'There are more: --before 3'])
  assert.deepEqual(await page('--before', '3'), [[2, 2, 1, 1], null, undefined])
})

test('listen retries while nobody answers or an answer breaks off, and reports each once', async () => {
  let asked = 0
  const server = createServer((_, response) => {
    response.end(++asked === 3 ? '{"events":[],"last_sequence":7}' : '{"events":[')
  })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const words = ['--key', 'ht-aaaa-aaa-aaaa', '--to', 'http://localhost:1', '--server', url]
  await using listening = haatBeside(app.folder).start('listen', ...words)
  assert.equal(await listening.nextLine(), `${url} does not answer (ECONNREFUSED); asking again`)
  server.listen(port, '127.0.0.1')
  assert.equal(await listening.nextLine(), `${url} broke off its answer; asking again`)
  assert.equal(await listening.nextLine(), `Listening to ${url} after event 7`)
  assert.match(await listening.nextLine(), /^Signing with whsec_/)
  assert.equal(await listening.nextLine(), `${url} broke off its answer; asking again`)
  assert.equal(await listening.stop(), 0)
  server.closeAllConnections()
  server.close()
})

test('listen posts each event, signed, to a local server, and begins again after a restore lowers the numbers', async () => {
  const { seller, storeId, order } = await newShopWithWebhooks(app, [])
  const first = await order()
  const got = Promise.withResolvers<{ headers: Record<string, string>; body: string }>()
  const own = createServer(async (request, response) => {
    got.resolve({ headers: request.headers as Record<string, string>, body: await text(request) })
    response.end()
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => own.once('listening', listening))
  const to = `http://localhost:${(own.address() as AddressInfo).port}/hook`
  await using listening = haatBeside(app.folder).start(
    'listen',
    '--key',
    seller.api_key,
    '--to',
    to,
    '--server',
    app.url,
  )
  assert.equal(await listening.nextLine(), `Listening to ${app.url} after event 1`)
  const [, secret] = /^Signing with (whsec_.+)$/.exec(await listening.nextLine())!
  const orderId = await order()
  const { headers, body } = await got.promise
  new Webhook(secret!).verify(body, headers)
  assert.equal(JSON.parse(body).order_id, orderId)
  assert.equal(headers['webhook-sequence'], '2')
  assert.equal(headers['user-agent'], 'Haat-Webhooks/1')
  assert.equal(await listening.nextLine(), `2  evt_${orderId}  Status 200`)

  await takeBackTo(storeId, 1)
  assert.equal(
    await listening.nextLine(),
    `The newest event is 1: ${app.url} was restored. Beginning with its first event`,
  )
  assert.equal(await listening.nextLine(), `1  evt_${first}  Status 200`)
  const afterwards = await order()
  assert.equal(await listening.nextLine(), `2  evt_${afterwards}  Status 200`)
  assert.equal(await listening.stop(), 0)
  own.closeAllConnections()
  own.close()
})

test('listen counts accepted events as posted, and names the rest', async () => {
  const { seller, order } = await newShopWithWebhooks(app, [])
  for (let n = 0; n < 3; n++) await order()
  const own = createServer((request, response) => {
    const sequence = request.headers['webhook-sequence']
    if (sequence === '3') request.socket.destroy()
    else response.writeHead(sequence === '1' ? 200 : 500).end()
  }).listen(0, '127.0.0.1')
  await once(own, 'listening')
  const to = `http://localhost:${(own.address() as AddressInfo).port}/hook`
  const words = ['--key', seller.api_key, '--to', to, '--server', app.url, '--after', '0']
  await using listening = haatBeside(app.folder).start('listen', ...words)
  for (const line of [/^Listening/, /^Signing/, /^1 .* Status 200$/, /^2 .* Status 500$/, /^3 .* No answer/])
    assert.match(await listening.nextLine(), line)
  assert.equal(await listening.stop(), 0)
  assert.equal(await listening.nextLine(), 'Posted 1 of 3 events: 1 answered with an error, 1 not answered')
  own.closeAllConnections()
  own.close()
})

test('listen posts nothing more once it is told to stop, and says where to go on', async () => {
  const { seller, order } = await newShopWithWebhooks(app, [])
  for (let n = 0; n < 3; n++) await order()
  const stopping = new AbortController()
  const own = createServer((_, response) => {
    stopping.abort()
    response.end()
  }).listen(0, '127.0.0.1')
  await once(own, 'listening')
  const to = `http://localhost:${(own.address() as AddressInfo).port}/hook`
  const words = ['--key', seller.api_key, '--to', to, '--server', app.url, '--after', '0']
  const counted = await haatIn(app, undefined, stopping.signal)('listen', ...words)
  own.closeAllConnections()
  own.close()
  assert.deepEqual(counted, { forwarded: 1, refused: 0, unanswered: 0, after: 1 })
})

test('a test event that is not accepted is reported, with what to do next', async () => {
  await using receiver = await startReceiver({ answer: (response) => response.writeHead(500).end('Down') })
  const { storeId, webhooks } = await newShopWithWebhooks(app, [receiver.url, 'https://localhost:1/x'])
  const said = async (place: number) => {
    const { text, failed } = await outcomeIn(app)(
      ...['webhook', 'test', '--store', storeId, webhooks[place]!.webhook_id],
    )
    assert.equal(failed, true)
    return text.replace(/\d+ ms/, '5 ms').split('\n')
  }
  const next = '"haat webhook doctor" says what to fix'
  assert.deepEqual(await said(0), ['The URL answered 500 in 5 ms: only 2xx counts as received', next, 'Down'])
  const [sentence, after] = await said(1)
  assert.match(
    sentence!,
    /^No answer came to the test event\. Connect: connect ECONNREFUSED 127\.0\.0\.1:\d+$/,
  )
  assert.equal(after, next)
})

test('a URL on this machine is refused, with what to do instead', async () => {
  await using closed = await startTestApp()
  const { storeId } = await newShopWithWebhooks(closed, [])
  for (const url of ['https://localhost:4000/hook', 'https://10.0.0.5/'])
    await assert.rejects(haatIn(closed)('webhook', 'add', '--store', storeId, url), {
      message:
        'Webhook URL must not point to a private address. To try things out, "haat listen" posts events to your own machine; or set WEBHOOK_ALLOW_NETWORKS to loopback, or to the private network, for the service and for this command',
    })
})

/** Sets the event sequence back, as restoring a backup does. */
async function takeBackTo(storeId: string, event_sequence: number) {
  const { db } = app.world
  await rowsOf(db, (sql) =>
    sql.deleteFrom('events').where('store_id', '=', storeId).where('sequence', '>', event_sequence),
  )
  await rowsOf(db, (sql) => sql.updateTable('stores').set({ event_sequence }).where('id', '=', storeId))
}

test('refuses with a sentence', async () => {
  const { seller, storeId, webhooks, order } = await newShopWithWebhooks(app, ['https://localhost:1/x'])
  const refuses = async (message: string, ...args: string[]) =>
    await assert.rejects(haat(...args), { message })
  const add = ['webhook', 'add', '--store', storeId]
  await refuses('The store has this webhook URL already', ...add, 'https://LOCALHOST:1/x#y')
  await refuses(
    'Webhook URL must be a valid HTTPS URL of at most 2048 characters',
    ...add,
    'http://example.com/',
  )
  for (const path of ['a', 'b', 'c', 'd']) await haat(...add, `https://localhost:1/${path}`)
  await refuses('A store can have at most 5 webhook URLs', ...add, 'https://localhost:1/e')
  await refuses('There is no store with that id', 'webhook', 'add', '--store', 'x', 'https://localhost:1/e')
  await refuses(
    '"haat webhook replay" needs either --sequence N or --from TIME',
    ...['webhook', 'replay', '--store', storeId, '--webhook', webhooks[0]!.webhook_id],
  )
  for (const other of [['--to', '2026-11-14'], ['--undelivered'], ['--rate', '5']])
    await refuses(
      `${other[0]} belongs to --from TIME, not to --sequence N`,
      ...['webhook', 'replay', '--store', storeId, '--webhook', webhooks[0]!.webhook_id, '--sequence', '1'],
      ...other,
    )
  const deliveries = ['--store', storeId, '--webhook', storeId]
  const noWebhook = 'The store has no webhook with that id'
  await refuses(noWebhook, 'delivery', 'list', ...deliveries)
  await refuses(noWebhook, 'delivery', 'attempts', ...deliveries, '--sequence', '1')
  await refuses('--limit must be at least 1', 'delivery', 'list', '--store', storeId, '--limit', '0')
  await refuses(
    `${app.url} does not know this key`,
    ...['listen', '--key', 'ht-aaaa-aaa-aaaa', '--to', 'http://localhost:1', '--server', app.url],
  )
  await refuses(
    `${app.url}/dashboard has no events: --server must name a Haat service`,
    ...['listen', '--key', seller.api_key, '--to', 'http://localhost:1', '--server', `${app.url}/dashboard`],
  )
  const listen = ['listen', '--key', seller.api_key, '--to', 'http://localhost:1']
  await refuses('--to must be an http or https URL', ...listen, '--to', 'localhost:1')
  await refuses('--server must be an http or https URL', ...listen, '--server', 'localhost:3000')
  await refuses(
    '--secret must begin with whsec_, as the secrets of webhook URLs do',
    ...[...listen, '--server', app.url, '--secret', 'abc'],
  )
  await order()
  await refuses(
    `--after 9 is ahead of ${app.url}: its newest event is 1`,
    ...[...listen, '--server', app.url, '--after', '9'],
  )
})
