import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { API_ERRORS } from '#contract/errors.ts'
import { OPERATIONS } from '#contract/operations.ts'
import { type ApiAnswer, aProduct, newSeller, startTestApp, type TestApp } from '../../harness/app/app.ts'
import { startReceiver, trustReceivers } from '../../harness/servers/receiver.ts'
import { newShopWithWebhooks, TO_THIS_MACHINE } from '../../harness/shops/webhooks.ts'
import { placeTestOrder } from '../../server/actions/orders/place-test-order.ts'
import { sendTestEvent } from '../../server/actions/webhooks/send-test-event.ts'

trustReceivers()

// biome-ignore lint/suspicious/noExplicitAny: the tests read the OpenAPI document without types.
type Document = any

/** Our own headers: neither from HTTP itself nor from standards on browser security. */
const isOurs = (header: string) => /^(x-|idempotent-)/.test(header) && header !== 'x-content-type-options'

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

function assertValid({ components = {} }: Document, schema: object, value: unknown) {
  const valid = ajv.compile({ ...schema, components })
  assert.equal(valid(value) || valid.errors, true)
}

describe('/openapi.json', () => {
  let app: TestApp
  let document: Document
  let seller: Awaited<ReturnType<typeof newSeller>>

  before(async () => {
    app = await startTestApp()
    seller = await newSeller(app, ['Lamps'])
    document = await (await fetch(`${app.url}/openapi.json`)).json()
  })
  after(() => app[Symbol.asyncDispose]())

  /** Checks a real answer against the document's schema for that operation and status. */
  function assertDocumented(method: string, path: string, { status, body, headers }: ApiAnswer) {
    const response = document.paths[path][method.toLowerCase()].responses[status]
    assert.ok(
      response,
      `${method} ${path} answered ${status}, which is not documented: ${JSON.stringify(body)}`,
    )
    const { schema, examples } = response.content['application/json']
    assertValid(document, schema, body)
    for (const [header, { schema, required }] of Object.entries<Document>(response.headers)) {
      const given = headers.get(header)
      const value = schema.type === 'integer' && given !== null ? Number(given) : given
      assert.ok(given !== null || !required, `${header} is missing`)
      if (given !== null) assertValid({}, schema, value)
    }
    const documented = Object.keys(response.headers).map((header) => header.toLowerCase())
    assert.deepEqual(
      [...headers.keys()].filter((header) => isOurs(header) && !documented.includes(header)),
      [],
    )
    if (!body.error) return
    const sentences = Object.values(examples as Document).map(({ value }: Document) => value.error)
    assert.ok(sentences.includes(body.error), `"${body.error}" is no example of ${method} ${path} ${status}`)
  }

  test('lists every operation under its method and path, and nothing else', () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const served = Object.values(OPERATIONS).map(
      ({ method, path }) => `${method} ${path.replace(':id', '{id}')}`,
    )
    assert.deepEqual(documented.sort(), served.sort())
  })

  test('is an OpenAPI 3.1 document whose references all lead somewhere', () => {
    assert.equal(document.openapi, '3.1.0')
    for (const [, ref] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      assert.ok(ref && document.components.schemas[ref])
    }
  })

  test('has no schema name that clashes with a built-in or a generator’s, and no schema with a default', () => {
    const names = Object.keys(document.components.schemas)
    assert.deepEqual(
      names.filter((name) => name in globalThis || /^Api|(Error|Exception|Response)$/.test(name)),
      [],
    )
    assert.doesNotMatch(JSON.stringify(document.components.schemas), /"default":/)
  })

  test('has no lengths in the schemas of answers, as clients count characters differently', () => {
    assert.doesNotMatch(JSON.stringify(document.components.schemas), /"(min|max)Length":/)
  })

  test('shows the sentence of every error that the API can answer with', () => {
    const text = JSON.stringify(document)
    const outsideTheApi = new Set(['not_found', 'bad_request', 'body_aborted', 'headers_too_large'])
    for (const [code, { message }] of Object.entries(API_ERRORS)) {
      if (outsideTheApi.has(code) || message.includes('{')) continue
      assert.ok(text.includes(JSON.stringify(message)), `${code}: ${message}`)
    }
  })

  test('describes every field of a product, with the default of an omitted one', async () => {
    const { schema } = document.paths['/api/products/create'].post.requestBody.content['application/json']
    const { body } = await seller.call('POST', '/api/products/create', aProduct())
    const { body: product } = await seller.call('GET', `/api/products/${body.product_id}`)
    for (const [name, field] of Object.entries<Document>(schema.properties)) {
      assert.ok(field.description, `${name} has no description`)
      if ('default' in field) assert.deepEqual(product[name], field.default, name)
      if (field.type === 'number') assert.match(field.description, /At most 2 decimals/)
    }
    const withoutDefault = Object.keys(schema.properties).filter(
      (name) => !('default' in schema.properties[name]) && !schema.required.includes(name),
    )
    assert.deepEqual(withoutDefault, ['current_price', 'short_description'])
    const edit = document.paths['/api/products/{id}/edit'].put.requestBody.content['application/json']
    assert.doesNotMatch(JSON.stringify(edit.schema), /"default"/)
  })

  test('has an example for each numeric header, for mock servers, with the limit of the operation', () => {
    for (const { method, path, perMinute } of Object.values(OPERATIONS)) {
      const { responses } = document.paths[path.replace(':id', '{id}')][method.toLowerCase()]
      for (const [status, { headers }] of Object.entries<Document>(responses)) {
        for (const [name, { schema, example }] of Object.entries<Document>(headers)) {
          if (schema.type === 'integer') assert.equal(typeof example, 'number', name)
        }
        assert.equal(headers['X-RateLimit-Limit'].example, perMinute)
        assert.equal(headers['X-RateLimit-Remaining'].example, status === '429' ? 0 : perMinute - 1)
      }
    }
  })

  test('allows the same Idempotency-Keys as the service', async () => {
    const { call } = await newSeller(app)
    const { parameters } = document.paths['/api/products/create'].post
    const { schema, example } = parameters.find(({ name }: Document) => name === 'Idempotency-Key')
    for (const key of [example, 'x', '~ {}', 'x'.repeat(255), 'x'.repeat(256), 'caf\u00e9', '']) {
      const headers = { 'idempotency-key': key }
      const { status } = await call('POST', '/api/products/create', aProduct(), headers)
      assert.equal(ajv.validate(schema, key), status === 201, `${key}: ${status}`)
    }
  })

  test('agrees with real answers of every operation', async () => {
    const created = await seller.call('POST', '/api/products/create', aProduct({ categories: ['Lamps'] }))
    assertDocumented('POST', '/api/products/create', created)
    const id = created.body.product_id
    const { order_id } = await placeTestOrder(app.world, {
      storeId: seller.store_id,
      productId: id,
      given: {},
    })
    const gone = `${app.world.publicUrl}/images/${seller.store_id}/${'0'.repeat(64)}.png`
    const calls: Array<[string, string, string, unknown?]> = [
      ['GET', '/api/products/{id}', id],
      ['GET', '/api/products/{id}', 'nothing'],
      ['PUT', '/api/products/{id}/edit', id, { stock: 3 }],
      ['PUT', '/api/products/{id}/edit', id, {}],
      ['PUT', '/api/products/{id}/edit', id, { name: 'x' }],
      ['PUT', '/api/products/{id}/edit', id, { categories: ['No'] }],
      ['PUT', '/api/products/{id}/edit', id, { primary_image: gone }],
      ['PUT', '/api/products/{id}/edit', id, { images: [gone] }],
      ['POST', '/api/products/create', '', aProduct({ primary_image: gone })],
      ['POST', '/api/products/create', '', aProduct({ images: [gone] })],
      ['POST', '/api/products/create', '', {}],
      ['POST', '/api/products/create', '', aProduct({ price: 1.234 })],
      ['POST', '/api/products/create', '', '[]'],
      ['POST', '/api/products/create', '', '{'],
      ['DELETE', '/api/products/{id}', id],
      ['GET', '/api/orders/{id}', order_id],
      ['PUT', '/api/orders/{id}/status', order_id, { status: 'delivered' }],
      ['PUT', '/api/orders/{id}/status', order_id, { status: 'lost' }],
      ['PUT', '/api/orders/{id}/status', order_id, { status: 'cancelled' }],
      ['DELETE', '/api/products/{id}', id],
      ['GET', '/api/events', ''],
    ]
    for (const [method, path, name, body] of calls) {
      assertDocumented(method, path, await seller.call(method, path.replace('{id}', name), body))
    }
    const [create, once] = ['/api/products/create', { 'idempotency-key': 'a key' }]
    await seller.call('POST', create, aProduct(), once)
    const again = await seller.call('POST', create, aProduct(), once)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assertDocumented('POST', create, again)
  })
})

test('agrees with real webhook events, including a test event', async () => {
  await using app = await startTestApp(TO_THIS_MACHINE)
  await using receiver = await startReceiver()
  const { webhooks, components }: Document = await (await fetch(`${app.url}/openapi.json`)).json()
  const shop = await newShopWithWebhooks(app, [receiver.url])
  await sendTestEvent(app.world, shop.only)
  await shop.order()
  const received = await receiver.waitFor(2)
  const events = received.map(({ body }) => JSON.parse(body))
  assert.deepEqual(events.map(({ event }) => event).sort(), Object.keys(webhooks).sort())
  for (const [place, { headers }] of received.entries()) {
    const { parameters, requestBody } = webhooks[events[place].event].post
    assertValid({ components }, requestBody.content['application/json'].schema, events[place])
    for (const { name } of parameters) assert.ok(headers[name], `${name} is missing`)
  }
})

test('pages of other sites may not call the API, and the documentation says so', async () => {
  await using app = await startTestApp()
  const { call } = await newSeller(app)
  const page = { origin: 'https://shop.example.com', 'access-control-request-method': 'GET' }
  for (const method of ['OPTIONS', 'GET']) {
    const { headers } = await call(method, '/api/events', undefined, page)
    assert.equal(headers.get('access-control-allow-origin'), null)
  }
  assert.match(await (await fetch(`${app.url}/docs`)).text(), /it sends no CORS headers/)
})

test('the documentation states the webhook retry schedule of this service', async () => {
  await using app = await startTestApp({ WEBHOOK_RETRY_SCHEDULE: '90s,1h,1d' })
  const document: Document = await (await fetch(`${app.url}/openapi.json`)).json()
  const { description } = document.webhooks['order.created'].post
  assert.match(description, /anything else is tried again for about 25 hours\./)
  const page = await (await fetch(`${app.url}/docs`)).text()
  assert.match(page, /is tried again after\s90 seconds, 1 hour and 1 day\./)
})

test('/docs loads nothing from elsewhere', async () => {
  await using app = await startTestApp()
  const response = await fetch(`${app.url}/docs`)
  const page = await response.text()
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
  assert.doesNotMatch(page, /<script |<link|@import|url\(/)
  for (const { path } of Object.values(OPERATIONS))
    assert.ok(page.includes(path.replace(':id', '{id}')), path)
})
