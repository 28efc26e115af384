import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { type Sent, send } from '../../harness/app/send.ts'
import { newProduct, type Seller } from '../../harness/shops/orders.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { rawSocket } from '../help/raw-socket.ts'
import { routes } from '../help/routes.ts'

const MOST_BYTES = 80 * 1024 * 1024
const REST = '"price":1,"description":"","stock":1'

onEachEngine((running) => {
  const post = async ({ api_key }: Seller, body: Sent['body'], headers = {}) => {
    running.clock.advance(60_000)
    const answer = await send(`${running.app.url}/api/products/create`, {
      method: 'POST',
      headers: { 'x-api-key': api_key, 'content-type': 'application/json', ...headers },
      body,
    })
    return [answer.status, JSON.parse(answer.text) as { error?: string; product_id?: string }] as const
  }
  const count = async ({ store_id }: Seller) =>
    (
      await rowsOf(running.app.world.db, (sql) =>
        sql.selectFrom('products').select('id').where('store_id', '=', store_id),
      )
    ).length

  test('a malformed body is refused with its error and creates nothing', async () => {
    const seller = await newSeller(running.app)
    const cases: Array<[body: string | Uint8Array, error: string]> = [
      ['{', 'Invalid JSON body'],
      ['{"name":"Lamp",}', 'Invalid JSON body'],
      ["{'name':'Lamp'}", 'Invalid JSON body'],
      ['{"price":NaN}', 'Invalid JSON body'],
      ['{"price":01}', 'Invalid JSON body'],
      ['{"name":"Lam\np"}', 'Invalid JSON body'],
      ['{} {}', 'Invalid JSON body'],
      [Uint8Array.of(0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d), 'Invalid JSON body'],
      [Uint8Array.of(0xff, 0xfe, 0x7b, 0, 0x7d, 0), 'Invalid JSON body'],
      [Buffer.from('{"name":"\ud83d\ude00"}', 'utf8').subarray(0, 11), 'Invalid JSON body'],
      ['[]', 'Request body must be a JSON object'],
      ['null', 'Request body must be a JSON object'],
      ['"name"', 'Request body must be a JSON object'],
      ['1e400', 'Request body must be a JSON object'],
      [`${'['.repeat(5000)}${']'.repeat(5000)}`, 'Request body must be a JSON object'],
      [`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, 'name, price, description, and stock are required'],
      [
        `{"name":"Lamp",${REST},"metadata":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
        'metadata must be at most 5 levels deep',
      ],
      [`{"name":${'['.repeat(5000)}${']'.repeat(5000)},${REST}}`, 'name must be a string'],
      [
        '{"__proto__":{"name":"Lamp","price":1,"description":"","stock":1}}',
        'name, price, description, and stock are required',
      ],
      [`{"name":"La\\u0000mp",${REST}}`, 'name contains invalid characters'],
      [`{"name":"Lamp\\ud83d",${REST}}`, 'name contains invalid characters'],
      ['{"name":"Lamp","price":1e400,"description":"","stock":1}', 'price is too large'],
      ['{"name":"Lamp","price":-0,"description":"","stock":1}', 'price must be > 0'],
      ['{"name":"Lamp","price":1,"description":"","stock":9007199254740993}', 'stock is too large'],
      ['{"name":"Lamp","price":9007199254740993,"description":"","stock":1}', 'price is too large'],
    ]
    for (const [body, error] of cases) {
      assert.deepEqual(await post(seller, body), [400, { error }], String(body).slice(0, 60))
    }
    assert.equal(await count(seller), 0)
  })

  test('no route answers 5xx to malformed characters in its path or query', async () => {
    const { api_key } = await newSeller(running.app)
    const named = [...routes.values()].filter(({ method, url }) => url.includes(':') && method !== 'HEAD')
    assert.ok(named.length > 40)
    for (const { method, url } of named) {
      for (const name of [
        '%00',
        `${randomUUID()}%00`,
        '%ED%A0%80',
        '%F0%9F%98%80'.slice(0, 9),
        '9'.repeat(400),
      ]) {
        running.clock.advance(10_000)
        const path = `${url.replaceAll(/:\w+/g, name)}?after=%00&q=%00&limit=${name}&category=${name}`
        const { status } = await send(running.app.url + path, { method, headers: { 'x-api-key': api_key } })
        assert.ok(status < 500, `${method} ${path}: ${status}`)
      }
    }
  })

  test('an odd but valid body is accepted: -0, exponents, a repeated name, __proto__ in metadata', async () => {
    const seller = await newSeller(running.app)
    const odd = `{"name":"Lost","name":"Lamp","price":1.5e1,"description":"\\u0041","stock":-0,"current_price":-0,
      "constructor":1,"metadata":{"__proto__":{"a":1},"constructor":2,"n":9007199254740993}}`
    const [status, { product_id }] = await post(seller, odd)
    assert.equal(status, 201)
    const answer = await fetch(`${running.app.url}/api/products/${product_id}`, {
      headers: { 'x-api-key': seller.api_key },
    })
    const text = await answer.text()
    assert.match(text, /"metadata":\{"__proto__":\{"a":1\},"constructor":2,"n":9007199254740992\}/)
    assert.match(text, /"current_price":0,/)
    assert.match(text, /"stock":0,/)
    const { name, origional_price, long_description } = JSON.parse(text)
    assert.deepEqual([name, origional_price, long_description], ['Lamp', 15, 'A'])
    assert.equal(({} as { a?: number }).a, undefined)
  })

  test('a body with a Content-Encoding is refused without being decompressed', async () => {
    const seller = await newSeller(running.app)
    for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'gzip, identity', 'nonsense']) {
      assert.deepEqual(await post(seller, '{}', { 'content-encoding': encoding }), [
        400,
        { error: 'Content-Encoding is not supported' },
      ])
    }
  })

  // Bodies that are too large, and fields that are ignored, never reach the engine, so SQLite alone is enough.
  const once = running.engine === 'sqlite' ? describe : () => {}
  once('a body of 80 MB', () => {
    const padded = (bytes: number) => {
      const head = `{"name":"Lamp",${REST},"padding":"`
      const body = Buffer.alloc(bytes, 0x78)
      body.write(head)
      body.write('"}', bytes - 2)
      return body
    }

    test('exactly is accepted; one byte more is refused by its Content-Length, before it is sent', async () => {
      const seller = await newSeller(running.app)
      const [status] = await post(seller, padded(MOST_BYTES))
      assert.equal(status, 201)
      running.clock.advance(60_000)
      using raw = rawSocket(running.app.url)
      raw.write(
        `POST /api/products/create HTTP/1.1\r\nHost: x\r\nX-API-Key: ${seller.api_key}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${MOST_BYTES + 1}\r\n\r\n`,
      )
      const text = await raw.until('}')
      assert.match(text, /^HTTP\/1\.1 413 /)
      assert.match(text, /x-ratelimit-limit: 20/)
      assert.match(text, /\{"error":"Request body is too large"\}$/)
      assert.equal(await count(seller), 1)
    })

    test('and more in chunks, with no length, is refused when it passes the limit', async () => {
      const { api_key } = await newSeller(running.app)
      const chunk = new Uint8Array(1024 * 1024).fill(0x20)
      let sent = 0
      const endless = new ReadableStream({
        pull(controller) {
          sent += chunk.length
          if (sent > MOST_BYTES + 8 * chunk.length) controller.close()
          else controller.enqueue(chunk)
        },
      })
      const answer = await fetch(`${running.app.url}/api/products/create`, {
        method: 'POST',
        headers: { 'x-api-key': api_key, 'content-type': 'application/json' },
        body: endless,
        ...({ duplex: 'half' } as object),
      })
      assert.deepEqual([answer.status, await answer.json()], [413, { error: 'Request body is too large' }])
    })
  })

  test('the body of a status change may have 64 KB and not a byte more', async () => {
    const seller = await newSeller(running.app)
    await newProduct(seller)
    const body = (bytes: number) => `{"status":"x","a":"${'x'.repeat(bytes - 21)}"}`
    const put = (text: string) => seller.call('PUT', '/api/orders/x/status', text)
    assert.equal(body(65_536).length, 65_536)
    assert.deepEqual((await put(body(65_536))).body, {
      error: 'Status must be one of: processing, dispatched, cancelled, delivered',
    })
    const refused = await put(body(65_537))
    assert.equal(refused.status, 413)
    assert.deepEqual(refused.body, { error: 'Request body is too large' })
  })
})
