import assert from 'node:assert/strict'
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

const JSON_TYPE = 'Content-Type: application/json\r\n'

const request = (line: string, headers: string, body = '') =>
  `${line} HTTP/1.1\r\nHost: shop.example\r\nX-API-Key: ${seller.api_key}\r\nConnection: close\r\n${headers}\r\n${body}`
const create = (headers: string, body = '') => request('POST /api/products/create', headers, body)

describe('Expect', () => {
  const expecting = (headers: string) =>
    create(`Expect: 100-continue\r\n${headers}`).replace('Connection: close\r\n', '')

  test('100-continue gets a 100 Continue, and the body is accepted', async () => {
    clock.advance(60_000)
    using raw = rawSocket(app.url)
    const body = JSON.stringify(aProduct())
    raw.write(expecting(`${JSON_TYPE}Content-Length: ${body.length}\r\n`))
    assert.equal(await raw.until('\r\n\r\n'), 'HTTP/1.1 100 Continue\r\n\r\n')
    raw.write(body)
    assert.match(await raw.until('product_id'), /HTTP\/1\.1 201 Created/)
  })

  const refusals: Array<[title: string, headers: string, error: string]> = [
    ['too large', `${JSON_TYPE}Content-Length: 83886081\r\n`, 'Request body is too large'],
    ['of another content type', 'Content-Length: 2\r\n', 'Content-Type must be application/json'],
    [
      'that is compressed',
      `${JSON_TYPE}Content-Encoding: gzip\r\nContent-Length: 2\r\n`,
      'Content-Encoding is not supported',
    ],
  ]
  for (const [title, headers, error] of refusals) {
    test(`100-continue of a body ${title} is refused before it is sent`, async () => {
      clock.advance(60_000)
      using raw = rawSocket(app.url)
      raw.write(expecting(headers))
      const text = await raw.until('}')
      assert.deepEqual(parseAnswer(text).body, { error })
      assert.equal(text.includes('100 Continue'), false)
    })
  }

  test('100-continue is refused alike by the dashboard and by a form, and no other expectation is answered', async () => {
    const signIn = request('POST /dashboard/api/sign-in', `Content-Length: 2\r\nExpect: EXPECTED\r\n`)
    const checkout = request(
      `POST /s/${seller.slug}/p/${product}/checkout`,
      `${JSON_TYPE}Content-Length: 2\r\nExpect: EXPECTED\r\n`,
    )
    for (const bytes of [signIn, checkout]) {
      for (const expected of ['100-continue', 'tea']) {
        using raw = rawSocket(app.url)
        raw.write(bytes.replace('EXPECTED', expected))
        assert.match(await raw.until('\r\n\r\n'), /^HTTP\/1\.1 400 /)
      }
    }
  })

  test('100-continue without a key is refused before the body is sent', async () => {
    using raw = rawSocket(app.url)
    raw.write(expecting(`${JSON_TYPE}Content-Length: 2\r\n`).replace(/X-API-Key: .*\r\n/, ''))
    const text = await raw.until('}')
    assert.deepEqual(parseAnswer(text).body, { error: 'Missing API key' })
    assert.equal(text.includes('100 Continue'), false)
  })

  test('anything else is ignored', async () => {
    clock.advance(60_000)
    const body = JSON.stringify(aProduct())
    const bytes = create(`Expect: tea\r\n${JSON_TYPE}Content-Length: ${body.length}\r\n`, body)
    assert.equal((await rawAnswer(app.url, bytes)).status, 201)
  })
})
