import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { aProduct, newSeller, startTestApp, type TestApp } from '../../harness/app/app.ts'
import { movableClock } from '../../harness/app/clock.ts'
import { newProduct, type Seller } from '../../harness/shops/orders.ts'
import { parseAnswer, rawAnswer, rawSocket } from '../help/raw-socket.ts'

const clock = movableClock()
let app: TestApp
let seller: Seller
let product: string

before(async () => {
  app = await startTestApp({}, { now: clock.now })
  seller = await newSeller(app)
  product = await newProduct(seller)
})
after(() => app[Symbol.asyncDispose]())

const UUID = /^[0-9a-f-]{36}$/
const JSON_TYPE = 'Content-Type: application/json\r\n'

/** A request as text: the first line, then headers, then the body. */
const request = (line: string, headers = '', body = '') =>
  `${line} HTTP/1.1\r\nHost: shop.example\r\nX-API-Key: ${seller.api_key}\r\nConnection: close\r\n${headers}\r\n${body}`
const create = (headers: string, body = '') => request('POST /api/products/create', headers, body)

async function isRefused(bytes: string | Uint8Array, status: number, error: string) {
  clock.advance(60_000)
  const answer = await rawAnswer(app.url, bytes)
  assert.deepEqual([answer.status, answer.body], [status, { error }])
  assert.match(answer.headers.get('x-request-id') ?? '', UUID)
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  const isOfApi = /^\S+ \/api\//.test(String(bytes))
  const isBeginningForgotten = bytes.length > 64 * 1024
  if (!isBeginningForgotten) {
    const ofApi = ['x-api-version', 'cache-control'].map((name) => answer.headers.get(name))
    assert.deepEqual(ofApi, isOfApi ? ['v1', 'no-store'] : [null, null])
  }
  return answer
}

describe('a request with ambiguous framing is refused', () => {
  const chunked = 'Transfer-Encoding: chunked\r\n'
  const cases: Array<[title: string, bytes: () => string]> = [
    ['a length and chunks', () => create(`${JSON_TYPE}Content-Length: 5\r\n${chunked}`, '0\r\n\r\n')],
    ['chunks and a length', () => create(`${JSON_TYPE}${chunked}Content-Length: 5\r\n`, '0\r\n\r\n')],
    ['two lengths', () => create(`${JSON_TYPE}Content-Length: 2\r\nContent-Length: 3\r\n`, '{} ')],
    ['one length twice', () => create(`${JSON_TYPE}Content-Length: 2\r\nContent-Length: 2\r\n`, '{}')],
    ['a list of lengths', () => create(`${JSON_TYPE}Content-Length: 2, 2\r\n`, '{}')],
    ['a signed length', () => create(`${JSON_TYPE}Content-Length: +2\r\n`, '{}')],
    ['a negative length', () => create(`${JSON_TYPE}Content-Length: -2\r\n`, '{}')],
    ['a length in hexadecimal', () => create(`${JSON_TYPE}Content-Length: 0x2\r\n`, '{}')],
    ['chunks said twice', () => create(`${JSON_TYPE}${chunked}${chunked}`, '2\r\n{}\r\n0\r\n\r\n')],
    [
      'chunks in disguise',
      () => create(`${JSON_TYPE}Transfer-Encoding: xchunked\r\n`, '2\r\n{}\r\n0\r\n\r\n'),
    ],
    ['chunks before gzip', () => create(`${JSON_TYPE}Transfer-Encoding: chunked, gzip\r\n`, '0\r\n\r\n')],
    ['a chunk of no number', () => create(`${JSON_TYPE}${chunked}`, 'zz\r\n{}\r\n0\r\n\r\n')],
    ['a chunk longer than it says', () => create(`${JSON_TYPE}${chunked}`, '1\r\n{}\r\n0\r\n\r\n')],
    ['lines that end in LF alone', () => request('GET /api/products/x').replaceAll('\r\n', '\n')],
    [
      'one header that ends in LF alone',
      () => request('GET /api/products/x').replace('example\r\n', 'example\n'),
    ],
    ['a CR inside a header', () => request('GET /api/products/x', 'A: b\rC: d\r\n')],
    ['a folded header', () => request('GET /api/products/x', 'A: b\r\n  c\r\n')],
    ['a space before the colon', () => request('GET /api/products/x', 'A : b\r\n')],
    ['a header without a name', () => request('GET /api/products/x', ': b\r\n')],
    ['NUL in a header', () => request('GET /api/products/x', 'A: b\0\r\n')],
    ['bytes of UTF-8 in the path', () => request('GET /api/products/é')],
    ['a space in the path', () => request('GET /api/products/a b')],
    ['what is not HTTP', () => '\x16\x03\x01\x02\0\r\n\r\n'],
    ['an answer', () => 'HTTP/1.1 200 OK\r\n\r\n'],
  ]
  for (const [title, bytes] of cases) {
    test(title, async () => {
      const { headers } = await isRefused(bytes(), 400, 'Bad request')
      assert.equal(headers.get('connection'), 'close')
    })
  }

  test('a request hidden behind a broken one is not answered', async () => {
    clock.advance(60_000)
    const hidden = request(`GET /api/products/${product}`)
    const { text } = await rawAnswer(
      app.url,
      create(`Content-Length: 5\r\n${'Transfer-Encoding: chunked\r\n'}`, `0\r\n\r\n${hidden}`),
    )
    assert.equal(text.split('HTTP/1.1 ').length, 2)
    assert.equal(text.includes(product), false)
  })
})

describe('an odd but whole request', () => {
  test('without a Host is refused', async () => {
    const bytes = request(`GET /api/products/${product}`).replace('Host: shop.example\r\n', '')
    await isRefused(bytes, 400, 'Bad request')
    assert.equal((await rawAnswer(app.url, bytes)).headers.get('x-ratelimit-limit'), '50')
  })

  test('with a second Host, another or the same, is refused', async () => {
    for (const line of ['Host: other.example', 'hOST: shop.example', 'Host:']) {
      const bytes = request(`GET /api/products/${product}`, `${line}\r\n`)
      await isRefused(bytes, 400, 'Bad request')
      await isRefused(bytes.replace('HTTP/1.1', 'HTTP/1.0'), 400, 'Bad request')
    }
  })

  test('of HTTP/1.0 is answered, also without a Host', async () => {
    const bytes = `GET /api/products/${product} HTTP/1.0\r\nX-API-Key: ${seller.api_key}\r\n\r\n`
    const { status, body } = await rawAnswer(app.url, bytes)
    assert.deepEqual([status, body.id], [200, product])
  })

  test('with the whole address in its first line finds its way', async () => {
    const answer = await rawAnswer(app.url, request(`GET http://shop.example/api/products/${product}`))
    assert.deepEqual([answer.status, answer.headers.get('x-api-version')], [200, 'v1'])
  })

  test('with escapes in its path gets the headers of the API too', async () => {
    const { status, headers } = await rawAnswer(app.url, request(`GET /%61pi/products/${product}`))
    const ofApi = ['x-api-version', 'cache-control'].map((name) => headers.get(name))
    assert.deepEqual([status, ...ofApi], [200, 'v1', 'no-store'])
  })

  test('that offers another protocol is answered in this one', async () => {
    const { status } = await rawAnswer(
      app.url,
      request(`GET /api/products/${product}`, 'Upgrade: websocket\r\n'),
    )
    assert.equal(status, 200)
  })

  for (const method of ['FOO', 'CONNECT', 'TRACE', 'PROPFIND', 'QUERY', 'OPTIONS', 'PATCH', 'POST']) {
    test(`${method} names no operation`, async () => {
      const target = method === 'CONNECT' ? 'shop.example:443' : `/api/products/${product}`
      const { headers } = await isRefused(request(`${method} ${target}`), 404, 'Not found')
      assert.equal(headers.get('x-ratelimit-limit'), null)
    })
  }

  test('with two keys gets 401', async () => {
    await isRefused(
      request('GET /api/products/x', `X-API-Key: ${seller.api_key}\r\n`),
      401,
      'Invalid API key',
    )
  })

  test('with headers of 60 KB is accepted, with 70 KB it is not', async () => {
    const header = (size: number) => request(`GET /api/products/${product}`, `A: ${'a'.repeat(size)}\r\n`)
    assert.equal((await rawAnswer(app.url, header(60_000))).status, 200)
    await isRefused(header(70_000), 431, 'Request headers are too large')
  })

  test('with 3,000 headers is refused', async () => {
    await isRefused(
      request('GET /api/products/x', 'A: b\r\n'.repeat(3000)),
      431,
      'Request headers are too large',
    )
  })

  test('with a path of 20 kB has an unknown id', async () => {
    const path = `/api/products/${'a'.repeat(20_000)}`
    await isRefused(request(`GET ${path}`), 404, 'Product not found or does not belong to this store')
  })

  const traversals = [
    '/api/products/../../etc/passwd',
    '/api/products/%2e%2e/%2e%2e/etc/passwd',
    '/../../../../etc/passwd',
    '/images/../../../etc/passwd',
    '/images/..%2f..%2f..%2fetc%2fpasswd',
    '/docs/..%2f..%2fpackage.json',
    '//etc/passwd',
    '/api//products/x',
    '/API/products/x',
    '/api/products',
    '/api/products/x/',
    '/api/products/create/',
    '/api/orders/x/status',
  ]
  for (const path of traversals) {
    test(`${path} gets 404`, async () => {
      await isRefused(request(`GET ${path}`), 404, 'Not found')
    })
  }
})

describe('several requests on one connection', () => {
  test('sent without waiting are answered in their order', async () => {
    clock.advance(60_000)
    const get = (path: string) => request(`GET ${path}`).replace('Connection: close\r\n', '')
    using raw = rawSocket(app.url)
    const body = JSON.stringify(aProduct())
    raw.write(
      get(`/api/products/${product}`) +
        create(`${JSON_TYPE}Content-Length: ${body.length}\r\n`, body).replace('Connection: close\r\n', '') +
        get('/api/orders/x') +
        request('GET /nowhere'),
    )
    const statuses = (await raw.untilClosed()).matchAll(/HTTP\/1\.1 (\d+)/g)
    assert.deepEqual(
      [...statuses].map(([, status]) => status),
      ['200', '201', '404', '404'],
    )
  })

  test('one after a refused body is not read as part of that body', async () => {
    clock.advance(60_000)
    using raw = rawSocket(app.url)
    raw.write(
      create(`Content-Type: text/plain\r\nContent-Length: 2\r\n`, '{}').replace('Connection: close\r\n', ''),
    )
    raw.write(request(`GET /api/products/${product}`))
    const text = await raw.untilClosed()
    const [first = '', ...behind] = text.split(/(?=HTTP\/1\.1 )/)
    assert.deepEqual(parseAnswer(first).body, { error: 'Content-Type must be application/json' })
    // If the body arrived after its head, the server closes the connection instead.
    for (const answer of behind) assert.equal(parseAnswer(answer).body.id, product)
  })
})

describe('an invalid content type', () => {
  for (const type of [
    '',
    'nonsense',
    'application/json x',
    '/',
    'a/b/c',
    ';',
    'undefined',
    'application/json,text/plain',
  ]) {
    const headers = `Content-Type: ${type}\r\nContent-Length: 2\r\n`
    test(`"${type}" is refused like any other wrong type`, async () => {
      await isRefused(create(headers, '{}'), 400, 'Content-Type must be application/json')
    })

    test(`"${type}" is reported after a missing key and an unknown path`, async () => {
      const bytes = create(headers, '{}')
      await isRefused(bytes.replace(/X-API-Key: .*\r\n/, ''), 401, 'Missing API key')
      await isRefused(bytes.replace('/create', '/make'), 404, 'Not found')
    })
  }
})

describe('a transfer coding or content coding', () => {
  test('of gzip inside chunks is not supported', async () => {
    const bytes = create(`${JSON_TYPE}Transfer-Encoding: gzip, chunked\r\n`, '2\r\n{}\r\n0\r\n\r\n')
    await isRefused(bytes, 400, 'Content-Encoding is not supported')
  })

  test('of 60 KB of blanks and a letter is refused as quickly as any', { timeout: 20_000 }, async () => {
    const encoding = `${'\u00a0'.repeat(60_000)}x`
    const bytes = create(`${JSON_TYPE}Content-Length: 2\r\nContent-Encoding: ${encoding}\r\n`, '{}')
    for (let times = 0; times < 5; times++)
      await isRefused(Buffer.from(bytes, 'latin1'), 400, 'Content-Encoding is not supported')
  })

  test('in chunks is decoded, without its extensions and trailers', async () => {
    clock.advance(60_000)
    const body = JSON.stringify(aProduct())
    const chunks = `1;a=b\r\n{\r\n${(body.length - 1).toString(16)}\r\n${body.slice(1)}\r\n0\r\nA: b\r\n\r\n`
    const { status } = await rawAnswer(app.url, create(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`, chunks))
    assert.equal(status, 201)
  })
})

describe('a missing body without Content-Length', () => {
  test('counts as an empty object', async () => {
    await isRefused(create(JSON_TYPE), 400, 'name, price, description, and stock are required')
  })

  test('is not waited for by a form or by a payment webhook either', async () => {
    const form = 'Content-Type: application/x-www-form-urlencoded\r\n'
    const checkout = request(`POST /s/${seller.slug}/p/${product}/checkout`, form)
    const webhook = request(`POST /payments/razorpay/${seller.store_id}/webhook`, JSON_TYPE)
    for (const bytes of [checkout, webhook]) {
      using raw = rawSocket(app.url)
      raw.write(bytes)
      assert.match(await raw.untilClosed(), /^HTTP\/1\.1 4(?!08)/)
    }
  })

  test('is not waited for after Expect: 100-continue', async () => {
    clock.advance(60_000)
    const text = (await rawAnswer(app.url, create(`${JSON_TYPE}Expect: 100-continue\r\n`))).text
    assert.match(text, /^HTTP\/1\.1 400 /)
  })
})

describe('a sender that', () => {
  test('closes its side after the request still gets the answer', async () => {
    clock.advance(60_000)
    using raw = rawSocket(app.url)
    const body = JSON.stringify(aProduct())
    raw.socket.end(create(`${JSON_TYPE}Content-Length: ${body.length}\r\n`, body))
    assert.equal(parseAnswer(await raw.untilClosed()).status, 201)
  })

  test('closes its side after a request without a body still gets the answer', async () => {
    clock.advance(60_000)
    using raw = rawSocket(app.url)
    raw.socket.end(request(`GET /api/products/${product}`).replace('Connection: close\r\n', ''))
    assert.equal(parseAnswer(await raw.untilClosed()).status, 200)
  })

  test('closes its side before the full length creates nothing', async () => {
    clock.advance(60_000)
    using raw = rawSocket(app.url)
    const body = JSON.stringify(aProduct({ name: 'Never made' }))
    raw.socket.end(create(`${JSON_TYPE}Content-Length: ${body.length + 1}\r\n`, body))
    assert.equal((await raw.untilClosed()).includes('product_id'), false)
  })

  test('sends a byte at a time is waited for', async () => {
    clock.advance(60_000)
    using raw = rawSocket(app.url)
    raw.socket.setNoDelay(true)
    const body = JSON.stringify(aProduct())
    for (const byte of create(`${JSON_TYPE}Content-Length: ${body.length}\r\n`, body)) {
      raw.write(byte)
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.equal(parseAnswer(await raw.untilClosed()).status, 201)
  })
})

test('a refused body that goes on in tiny chunks is not read', async () => {
  const requests: IncomingMessage[] = []
  const note = (message: unknown) => requests.push((message as { request: IncomingMessage }).request)
  const channel = 'http.server.request.start'
  subscribe(channel, note)
  const chunks = '1\r\nx\r\n'.repeat(200_000)
  const head =
    'POST /api/products/create HTTP/1.1\r\nHost: shop.example\r\nTransfer-Encoding: chunked\r\n\r\n'
  using connection = rawSocket(app.url)
  connection.write(`${head}${chunks}0\r\n\r\n`)
  await connection.untilClosed()
  unsubscribe(channel, note)
  const heard = requests.map((each) => each.socket.bytesRead)
  assert.equal(heard.length, 1)
  assert.ok(heard[0]! < chunks.length / 2, `${heard} bytes`)
})
