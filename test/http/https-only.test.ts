import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { connect, createServer } from 'node:tls'
import fastify from 'fastify'
import { pino } from 'pino'
import { newSeller, startTestApp, type TestApp } from '../../harness/app/app.ts'
import { type Certificate, makeCertificate } from '../../harness/servers/certificates.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { newProduct } from '../../harness/shops/orders.ts'
import { requireHttps } from '../../server/http/connections/https-only.ts'
import { proxyTest } from '../../server/http/connections/proxies.ts'
import { takeRenewedCertificate } from '../../server/http/connections/renewed-certificate.ts'
import { HOUR_MS, MINUTE_MS } from '../../server/rules/values/durations.ts'
import type { World } from '../../server/world.ts'
import { rawAnswer } from '../help/raw-socket.ts'

const LIMITED = /^\/api\/(orders|products)\//
const HTTPS_REQUIRED = [400, { error: 'HTTPS is required' }]

async function ask({ url }: TestApp, path: string, headers: Record<string, string>) {
  const answer = await fetch(url + path, { headers, redirect: 'manual' })
  const ofApi = ['x-api-version', 'cache-control'].map((name) => answer.headers.get(name))
  assert.deepEqual(ofApi, path.startsWith('/api/') ? ['v1', 'no-store'] : [null, null])
  assert.equal(answer.headers.get('x-ratelimit-limit'), LIMITED.test(path) ? '50' : null)
  return [answer.status, await answer.json()]
}

test('browsers keep to HTTPS once they were at a service that has it', async () => {
  for (const [settings, kept] of [
    [{ PUBLIC_URL: 'https://shop.example.com' }, 'max-age=31536000'],
    [{}, null],
  ] as const) {
    await using app = await startTestApp(settings)
    for (const path of ['/', '/dashboard', '/docs', '/nothing'])
      assert.equal((await fetch(app.url + path)).headers.get('strict-transport-security'), kept, path)
  }
})

describe('with TLS_CERT and TLS_KEY', () => {
  test('it serves HTTPS itself, and nothing in the clear', async () => {
    await using folder = await temporaryFolder()
    const certificate = newCertificate()
    await using app = await startTestApp(writeTo(folder.path, certificate))
    assert.match(app.url, /^https:/)
    const { api_key } = await newSeller(app)

    const { status, body } = await overTls(app.url, certificate.cert, { 'x-api-key': api_key })
    assert.deepEqual([status, body], [404, { error: 'Order not found' }])

    const length = 300_000
    for (const method of ['GET', 'POST', 'DELETE', 'CONNECT']) {
      const clear = `${method} /api/orders/x HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`
      const { status, body } = await rawAnswer(app.url, clear + ' '.repeat(length))
      assert.deepEqual([status, body], HTTPS_REQUIRED, method)
    }
  })

  test('a renewed certificate is served to new connections a minute later', async () => {
    await using folder = await temporaryFolder()
    const [first, second, third] = [newCertificate(), newCertificate(), newCertificate()]
    const told: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void told.push(JSON.parse(line).msg) })
    let now = Date.now()
    await using app = await startTestApp(writeTo(folder.path, first), { now: () => now, log })
    const isServed = async ({ cert }: Certificate, passed: number) => {
      now += passed
      assert.equal(await certificateOf(app.url), new X509Certificate(cert).fingerprint256)
    }
    await isServed(first, 0)
    writeTo(folder.path, second)
    await isServed(second, MINUTE_MS)
    const said = told.splice(0)
    assert.deepEqual(said.slice(-1), ['A renewed certificate is served from now on'])

    const noPairs = [
      { cert: third.cert, key: second.key },
      { cert: '', key: third.key },
      { cert: third.cert, key: '' },
    ]
    for (const noPair of noPairs) {
      writeTo(folder.path, noPair)
      await isServed(second, MINUTE_MS)
    }
    assert.deepEqual(told.splice(0), [
      'TLS_CERT and TLS_KEY are not a certificate and the key that belongs to it. Name the PEM files of a pair. The previous certificate stays in use.',
    ])
    writeTo(folder.path, third)
    const setBack = -HOUR_MS
    await isServed(third, setBack)
  })

  test('a renewed certificate that is invalid is logged once, and the former one stays in use', async () => {
    await using folder = await temporaryFolder()
    const [first, second] = [newCertificate(), newCertificate()]
    const { TLS_CERT, TLS_KEY } = writeTo(folder.path, second)
    const server = createServer(first)
    server.setSecureContext = () => {
      throw new Error('not this one')
    }
    const told: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void told.push(JSON.parse(line).msg) })
    let now = Date.now()
    const atStart = { cert: Buffer.from(first.cert), key: Buffer.from(first.key) }
    takeRenewedCertificate(
      server,
      { ...atStart, readFrom: { cert: TLS_CERT, key: TLS_KEY } },
      { log, now: () => now },
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (let minutes = 0; minutes < 2; minutes++) {
      now += MINUTE_MS
      assert.equal(
        await certificateOf(`https://127.0.0.1:${port}`),
        new X509Certificate(first.cert).fingerprint256,
      )
    }
    server.close()
    assert.deepEqual(told, [
      'The renewed certificate cannot be served (not this one). The previous certificate stays in use.',
    ])
  })

  const newCertificate = () => makeCertificate({ name: 'localhost', hosts: ['localhost'] })

  function writeTo(folder: string, { cert, key }: Certificate) {
    const [TLS_CERT, TLS_KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    writeFileSync(TLS_CERT, cert)
    writeFileSync(TLS_KEY, key)
    return { TLS_CERT, TLS_KEY }
  }

  async function certificateOf(url: string) {
    const { hostname: host, port } = new URL(url)
    const socket = connect({ host, port: Number(port), rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { fingerprint256 } = socket.getPeerCertificate()
    socket.destroy()
    return fingerprint256
  }

  function overTls(url: string, ca: string, headers: Record<string, string>) {
    return new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
      get(`${url}/api/orders/x`, { ca, headers, agent: false }, async (answer) => {
        resolve({ status: answer.statusCode, body: await json(answer) })
      }).on('error', reject)
    })
  }
})

describe('behind a proxy that TRUST_PROXY names', () => {
  test('requests over HTTPS are served, all others refused and never redirected', async () => {
    const told: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void told.push(JSON.parse(line).peer) })
    await using app = await startTestApp({ TRUST_PROXY: '127.0.0.1' }, { log })
    const seller = await newSeller(app)
    const key = { 'x-api-key': seller.api_key }
    for (const proto of ['https', 'HTTPS']) {
      const secure = { ...key, 'x-forwarded-proto': proto }
      assert.deepEqual(await ask(app, '/api/orders/x', secure), [404, { error: 'Order not found' }])
    }
    assert.deepEqual(await ask(app, '/api/orders/x', key), HTTPS_REQUIRED)
    assert.deepEqual(await ask(app, '/api/orders/x', { ...key, 'x-forwarded-proto': 'http' }), HTTPS_REQUIRED)
    assert.deepEqual(told, ['127.0.0.1'])
  })

  test('HTTPS is required before the key is checked, and an unknown path answers 404 before that', async () => {
    await using app = await startTestApp({ TRUST_PROXY: 'loopback' })
    assert.deepEqual(await ask(app, '/api/orders/x', {}), HTTPS_REQUIRED)
    assert.deepEqual(await ask(app, '/api/nothing', {}), [404, { error: 'Not found' }])
    assert.equal((await ask(app, '/healthz', {}))[0], 200)
    assert.equal((await ask(app, '/readyz', {}))[0], 200)
  })

  test('its connections are kept alive for longer than a proxy keeps them', async () => {
    await using app = await startTestApp({ TRUST_PROXY: 'loopback' })
    const { headers } = await fetch(`${app.url}/healthz`)
    const [, kept = ''] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? []
    const longestKept = 10 * MINUTE_MS
    assert.ok(Number(kept) * 1000 > longestKept, `it is told ${kept} seconds`)
  })

  test('the address that it reports is the one that is rate limited', async () => {
    const told: unknown[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void told.push(JSON.parse(line).passedOn) })
    await using app = await startTestApp({ TRUST_PROXY: '127.0.0.1' }, { log })
    const left = async (from: string) => {
      const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': from }
      const answer = await fetch(`${app.url}/api/orders/x`, { headers })
      return answer.headers.get('x-ratelimit-remaining')
    }
    assert.deepEqual(
      [await left('192.0.2.1'), await left('192.0.2.1'), await left('192.0.2.2')],
      ['49', '48', '49'],
    )
    assert.equal(await left('203.0.113.9, 192.0.2.1:51234'), '47')
    assert.deepEqual(told, [])
    await left('somebody')
    await left('somebody else')
    assert.deepEqual(told, ['somebody'])
  })

  test('a proxy that is not named is not trusted', async () => {
    await using app = await startTestApp({ TRUST_PROXY: '192.0.2.1' })
    const seller = await newSeller(app)
    const id = await newProduct(seller)
    const headers = {
      'x-api-key': seller.api_key,
      'x-forwarded-proto': 'http',
      'x-forwarded-for': '192.0.2.9',
    }
    assert.equal((await ask(app, `/api/products/${id}`, headers))[0], 200)
  })
})

test('plain HTTP that bypasses the proxies is served to this machine only, except for /healthz', async () => {
  const told: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void told.push(JSON.parse(line).peer) })
  await using server = fastify()
  requireHttps(server, proxyTest(['192.0.2.1']), { log, now: Date.now } as World)
  for (const path of ['/api/orders/:id', '/healthz']) server.get(path, async () => 'served')
  const ask = async (remoteAddress: string, url = '/api/orders/x') =>
    (await server.inject({ url, remoteAddress })).body
  const refused = JSON.stringify(HTTPS_REQUIRED[1])
  for (const here of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) assert.equal(await ask(here), 'served')
  for (let peer = 0; peer < 200; peer++) assert.equal(await ask(`203.0.113.${peer}`), refused)
  assert.equal(await ask('192.0.2.1'), refused)
  assert.equal(await ask('203.0.113.1', '/healthz'), 'served')
  assert.deepEqual([told.length, new Set(told).size], [100, 100], 'the log cannot be flooded this way')
})

test('a proxy is recognised by every address that TRUST_PROXY covers', () => {
  const isProxy = proxyTest(['loopback', '10.0.0.0/8', '2001:db8::/32'])
  for (const address of ['127.0.0.9', '::1', '10.1.2.3', '::ffff:10.1.2.3', '2001:db8:1::1'])
    assert.equal(isProxy(address), true, address)
  for (const address of ['', '11.0.0.1', '::2', '2001:db9::1']) assert.equal(isProxy(address), false, address)
})

test('without TRUST_PROXY the proxy headers of a client are ignored', async () => {
  await using app = await startTestApp()
  const { api_key } = await newSeller(app)
  const headers = { 'x-api-key': api_key, 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example' }
  assert.deepEqual(await ask(app, '/api/orders/x', headers), [404, { error: 'Order not found' }])
})
