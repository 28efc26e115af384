import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { newSeller, startTestApp } from '../../harness/app/app.ts'
import { attributesOf, startCollector } from '../../harness/servers/collector.ts'
import { startReceiver, trustReceivers } from '../../harness/servers/receiver.ts'
import { databaseSettings, migrated } from '../../harness/services/engines.ts'
import { freePort } from '../../harness/services/free-port.ts'
import { skipWithout } from '../../harness/services/services.ts'
import { newProduct } from '../../harness/shops/orders.ts'
import { formOf } from '../../harness/shops/page.ts'
import { openShop } from '../../harness/shops/shop.ts'
import { TO_THIS_MACHINE } from '../../harness/shops/webhooks.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import { readConfig } from '../../server/config.ts'
import { paymentPath } from '../../server/rules/stores/customer-paths.ts'
import { DAY_MS } from '../../server/rules/values/durations.ts'
import { OtlpExporter } from '../../server/tracing/otlp-exporter.ts'
import { isInRatio, parseTraceparent } from '../../server/tracing/span-context.ts'
import { Tracer } from '../../server/tracing/tracer.ts'
import { rawAnswer } from '../help/raw-socket.ts'

trustReceivers()

const textOf = (attributes: Parameters<typeof attributesOf>[0]) =>
  String(attributesOf(attributes)['db.query.text'])

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const traceparent = `00-${TRACE}-${PARENT}-01`
const SPAN = {
  ...{ traceId: TRACE, spanId: PARENT, parentSpanId: undefined, sampled: true, failed: false },
  ...{ name: 'a span', kind: 1, attributes: {}, startedAt: '1', endedAt: '2' },
}
const SETTINGS = { headers: {}, resource: {}, sampler: { followsParent: true, ratio: 1 } }

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`a payment is traced to the seller’s server, on ${engine}`, {
    skip: engine === 'postgres' && skipWithout.postgres,
  }, async () => {
    await using collector = await startCollector()
    await using receiver = await startReceiver()
    await using place = await databaseSettings(engine, migrated)
    {
      const service = { OTEL_SERVICE_NAME: 'shop', ...collector.settings }
      await using app = await startTestApp({ ...place.settings, ...TO_THIS_MACHINE, ...service })
      const shop = await openShop(app)
      await addWebhook(app.world, { storeId: shop.storeId, url: receiver.url })
      const url = app.url + paymentPath(await shop.beginPaying())
      const page = await (await fetch(url)).text()
      await fetch(url, {
        method: 'POST',
        body: new URLSearchParams(formOf(page, 'Pay')),
        headers: { traceparent },
        redirect: 'manual',
      })
      await receiver.waitFor(1)
    }
    assert.deepEqual([[...collector.services], [...collector.keys]], [['shop'], ['a key']])
    const spans = collector.spans.filter(({ traceId }) => traceId === TRACE)
    const request = spans.find(({ kind }) => kind === 2)!
    assert.equal(request.parentSpanId, PARENT)
    assert.equal(request.name, 'POST /pay/test/:token')
    assert.equal(attributesOf(request.attributes)['http.response.status_code'], 303)
    const posted = spans.find(({ name }) => name === 'POST webhook')!
    assert.equal(attributesOf(posted.attributes)['http.response.status_code'], 200)
    assert.equal(receiver.received[0]!.headers.traceparent, `00-${TRACE}-${posted.spanId}-01`)
    const ids = new Set(spans.map(({ spanId }) => spanId))
    assert.equal(ids.size, spans.length)
    for (const { parentSpanId = '', startTimeUnixNano, endTimeUnixNano } of spans) {
      assert.ok(parentSpanId === PARENT || ids.has(parentSpanId))
      assert.ok(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano))
    }
    const queries = spans.map(({ attributes }) => attributesOf(attributes)['db.query.text'])
    assert.ok(queries.some((text) => String(text).startsWith('insert into "orders"')))
    const others = collector.spans.filter(({ traceId }) => traceId !== TRACE)
    assert.equal(
      others.some(({ name }) => name === 'POST webhook'),
      false,
    )
  })
}

test('simultaneous reads keep their queries in their own traces', async () => {
  await using collector = await startCollector()
  const traces = ['a', 'b', 'c'].map((digit) => digit.repeat(32))
  {
    await using app = await startTestApp(collector.settings)
    const seller = await newSeller(app)
    const product = await newProduct(seller)
    const read = (trace: string) =>
      `GET /api/products/${product} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${seller.api_key}\r\ntraceparent: 00-${trace}-${PARENT}-01\r\n`
    const [last = '', ...others] = traces
    const bytes = others.map((trace) => `${read(trace)}\r\n`).join('')
    const { status } = await rawAnswer(app.url, `${bytes}${read(last)}Connection: close\r\n\r\n`)
    assert.equal(status, 200)
  }
  for (const trace of traces) {
    const spans = collector.spans.filter(({ traceId }) => traceId === trace)
    const request = spans.find(({ parentSpanId }) => parentSpanId === PARENT)!
    const queries = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
    assert.equal(queries.filter(({ attributes }) => /"products"/.test(textOf(attributes))).length, 1)
  }
})

test('an unsampled request leaves no spans; without settings nothing is traced', async () => {
  await using collector = await startCollector()
  {
    await using app = await startTestApp(collector.settings)
    await fetch(`${app.url}/healthz`, { headers: { traceparent: traceparent.replace(/1$/, '0') } })
    await fetch(`${app.url}/healthz`, { headers: { traceparent: 'nonsense' } })
  }
  assert.equal(collector.spans.length, 1)
  assert.notEqual(collector.spans[0]!.traceId, TRACE)
  await using without = await startTestApp()
  assert.equal(without.world.traceparent, undefined)
})

test('spans have the time of the clock, also when it was set since the start', async (context) => {
  await using collector = await startCollector()
  const settings = { ...SETTINGS, url: `${collector.settings.OTEL_EXPORTER_OTLP_ENDPOINT}v1/traces` }
  const set = Date.parse('2036-01-01T00:00:00Z')
  context.mock.timers.enable({ apis: ['Date'], now: set })
  {
    await using tracer = new Tracer(settings, pino({ level: 'silent' }))
    const before = tracer.start('before', 'client', undefined)
    context.mock.timers.setTime(set - DAY_MS)
    tracer.start('after', 'client', undefined).end({}, false)
    before.end({}, false)
  }
  const startOf = (name: string) => collector.spans.find((span) => span.name === name)!.startTimeUnixNano
  assert.deepEqual(
    ['before', 'after'].map((name) => Math.round(Number(startOf(name)) / 1e6)),
    [set, set - DAY_MS],
  )
  for (const { startTimeUnixNano, endTimeUnixNano } of collector.spans)
    assert.ok(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano), 'however it was set meanwhile')
})

test('the log says once why a collector rejects traces', async () => {
  const said = async (url: string) => {
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
    {
      await using exporter = new OtlpExporter({ ...SETTINGS, url }, log)
      for (let count = 0; count < 600; count++) exporter.add(SPAN)
    }
    return lines
  }
  const server = createServer((_, response) => response.writeHead(404, { connection: 'close' }).end())
  const port = await freePort() // not from the ephemeral range, so that nothing takes it once it is closed
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${port}/`
  const refused = await said(url)
  await server[Symbol.asyncDispose]()
  assert.deepEqual(refused, ['Traces are lost: the collector does not take them (status 404)'])
  assert.deepEqual(await said(url), ['Traces are lost: the collector does not take them (ECONNREFUSED)'])
})

test('a stop does not wait for a collector that never answers', async () => {
  let posts = 0
  await using server = createServer(() => void posts++).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const settings = { ...SETTINGS, url: `http://127.0.0.1:${port}/` }
  {
    await using exporter = new OtlpExporter(settings, pino({ level: 'silent' }))
    for (let count = 0; count < 2000; count++) exporter.add(SPAN)
  }
  assert.equal(posts, 1)
})

describe('the settings of OpenTelemetry', () => {
  const read = (settings: Record<string, string>) => {
    const result = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', ...settings })
    return 'problems' in result ? result.problems : result.config.tracing
  }
  test('are the standard variables', () => {
    assert.deepEqual(read({}), {
      url: 'http://collector:4318/v1/traces',
      headers: {},
      resource: { 'service.name': 'haat' },
      sampler: { followsParent: true, ratio: 1 },
    })
    const given = {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/in',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=one,deployment.environment=live',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }
    assert.deepEqual(read(given), {
      url: 'https://traces.example.com/in',
      headers: {},
      resource: { 'service.name': 'one', 'deployment.environment': 'live' },
      sampler: { followsParent: false, ratio: 0.25 },
    })
    assert.equal(read({ OTEL_SDK_DISABLED: 'true' }), undefined)
    assert.equal(read({ OTEL_TRACES_EXPORTER: 'none' }), undefined)
  })
  test('mean the same in capitals, and of a header that is named twice the one for traces is sent', () => {
    assert.equal(read({ OTEL_SDK_DISABLED: 'True' }), undefined)
    assert.equal(read({ OTEL_TRACES_EXPORTER: 'None' }), undefined)
    assert.deepEqual(
      read({
        OTEL_TRACES_SAMPLER: 'ALWAYS_OFF',
        OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20one,X-Tenant=shop',
        OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'authorization=Bearer%20two',
      }),
      {
        url: 'http://collector:4318/v1/traces',
        headers: { authorization: 'Bearer two', 'x-tenant': 'shop' },
        resource: { 'service.name': 'haat' },
        sampler: { followsParent: false, ratio: 0 },
      },
    )
  })
  const wrong: Array<[Record<string, string>, string]> = [
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' },
      'OTEL_EXPORTER_OTLP_ENDPOINT is "collector". Use an address such as http://localhost:4318.',
    ],
    [
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL is "grpc". Use http/json and the collector\'s port for HTTP, 4318.',
    ],
    [
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL is "grpc". Use http/json and the collector\'s port for HTTP, 4318.',
    ],
    [
      { OTEL_TRACES_SAMPLER: 'some' },
      'OTEL_TRACES_SAMPLER is "some". Use one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio.',
    ],
    [
      { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' },
      'OTEL_TRACES_SAMPLER_ARG is "2". Use a number from 0 to 1.',
    ],
    [
      { OTEL_RESOURCE_ATTRIBUTES: 'live' },
      'OTEL_RESOURCE_ATTRIBUTES holds "live". Use name=value, separated by commas.',
    ],
  ]
  for (const [settings, problem] of wrong) {
    test(JSON.stringify(settings), () => assert.deepEqual(read(settings), [problem]))
  }
})

test('a traceparent counts only as W3C writes it', () => {
  assert.deepEqual(parseTraceparent(traceparent), { traceId: TRACE, spanId: PARENT, sampled: true })
  assert.equal(parseTraceparent(`01-${TRACE}-${PARENT}-00-more`)?.sampled, false)
  const broken = [
    `00-${TRACE}-${PARENT}-01-more`,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    traceparent.toUpperCase(),
    '',
    undefined,
    [traceparent],
  ]
  for (const text of broken) assert.equal(parseTraceparent(text), undefined, String(text))
})

test('a trace is sampled by its id', () => {
  const ids = Array.from(
    { length: 256 },
    (_, i) => `${TRACE.slice(0, 19)}${i.toString(16).padStart(2, '0')}${'0'.repeat(11)}`,
  )
  assert.equal(ids.filter((id) => isInRatio(id, 0.25)).length, 64)
  assert.deepEqual([isInRatio(ids[255]!, 1), isInRatio(ids[0]!, 0)], [true, false])
})
