import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { newProduct, type Seller } from '../../harness/shops/orders.ts'

const ID = '00000000-0000-4000-8000-000000000000'

const LIMITS: Array<[method: string, path: string, limit: number, status: number]> = [
  ['GET', `/api/products/${ID}`, 50, 404],
  ['POST', '/api/products/create', 20, 400],
  ['PUT', `/api/products/${ID}/edit`, 20, 400],
  ['DELETE', `/api/products/${ID}`, 10, 404],
  ['GET', `/api/orders/${ID}`, 50, 404],
  ['PUT', `/api/orders/${ID}/status`, 20, 400],
]

onEachEngine((running) => {
  const send = ({ call }: Seller, method: string, path: string) =>
    call(method, path, method === 'POST' || method === 'PUT' ? {} : undefined)

  for (const [method, path, limit, status] of LIMITS) {
    test(`${method} ${path}: ${limit} a minute, whatever the answer`, async () => {
      const seller = await newSeller(running.app)
      const reset = String(running.clock.now() / 1000 + 60)
      for (let left = limit - 1; left >= 0; left--) {
        const { status: answered, headers } = await send(seller, method, path)
        assert.equal(answered, status)
        assert.equal(headers.get('x-ratelimit-limit'), String(limit))
        assert.equal(headers.get('x-ratelimit-remaining'), String(left))
        assert.equal(headers.get('x-ratelimit-reset'), reset)
        assert.equal(headers.get('retry-after'), null)
      }
      const { status: refused, body, headers } = await send(seller, method, path)
      assert.equal(refused, 429)
      assert.deepEqual(body, { error: 'Rate limit exceeded', retry_after: 60 })
      assert.equal(headers.get('retry-after'), '60')
      assert.equal(headers.get('x-ratelimit-limit'), String(limit))
      assert.equal(headers.get('x-ratelimit-remaining'), '0')
      assert.equal(headers.get('x-ratelimit-reset'), reset)
      assert.equal(headers.get('x-api-version'), 'v1')
    })
  }

  test('of 120 simultaneous reads in a fresh window exactly 50 pass', async () => {
    const seller = await newSeller(running.app)
    const path = `/api/products/${await newProduct(seller)}`
    const answers = await Promise.all(Array.from({ length: 120 }, () => seller.call('GET', path)))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    assert.deepEqual([count(200), count(429)], [50, 70])
    const left = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => headers.get('x-ratelimit-remaining'))
    assert.equal(new Set(left).size, 50)
  })

  test('each operation and each store has a count of its own', async () => {
    const [one, other] = [await newSeller(running.app), await newSeller(running.app)]
    for (let i = 0; i < 11; i++) await send(one, 'DELETE', `/api/products/${ID}`)
    assert.equal((await send(one, 'DELETE', `/api/products/${ID}`)).status, 429)
    assert.equal((await send(one, 'GET', `/api/products/${ID}`)).status, 404)
    assert.equal((await send(one, 'PUT', `/api/products/${ID}/edit`)).status, 400)
    assert.equal((await send(other, 'DELETE', `/api/products/${ID}`)).status, 404)
  })

  test('a window opens with its first request, lasts 60 seconds and is not pushed on by refusals', async () => {
    const seller = await newSeller(running.app)
    const begun = running.clock.now()
    const del = () => send(seller, 'DELETE', `/api/products/${ID}`)
    await del()
    running.clock.advance(20_500)
    for (let i = 0; i < 9; i++) assert.equal((await del()).status, 404)
    const refused = await del()
    assert.deepEqual(refused.body, { error: 'Rate limit exceeded', retry_after: 40 })
    assert.equal(refused.headers.get('x-ratelimit-reset'), String(begun / 1000 + 60))
    running.clock.set(begun + 59_999)
    assert.deepEqual((await del()).body, { error: 'Rate limit exceeded', retry_after: 1 })
    running.clock.set(begun + 60_000)
    const fresh = await del()
    assert.equal(fresh.status, 404)
    assert.equal(fresh.headers.get('x-ratelimit-remaining'), '9')
    assert.equal(fresh.headers.get('x-ratelimit-reset'), String(begun / 1000 + 120))
  })

  test('the reset is given in whole seconds, rounded up', async () => {
    const seller = await newSeller(running.app)
    running.clock.advance(1)
    const { headers } = await send(seller, 'GET', `/api/orders/${ID}`)
    assert.equal(headers.get('x-ratelimit-reset'), String((running.clock.now() - 1) / 1000 + 61))
    running.clock.advance(999)
  })

  test('a clock that is set back opens a new window instead of a long one', async () => {
    const seller = await newSeller(running.app)
    await send(seller, 'DELETE', `/api/products/${ID}`)
    running.clock.advance(-3_600_000)
    const { headers } = await send(seller, 'DELETE', `/api/products/${ID}`)
    assert.equal(headers.get('x-ratelimit-remaining'), '9')
    assert.equal(headers.get('x-ratelimit-reset'), String(running.clock.now() / 1000 + 60))
    running.clock.advance(3_600_000)
  })

  describe('without a valid key', () => {
    const wrong = (path: string, key?: string) =>
      fetch(running.app.url + path, { headers: key === undefined ? {} : { 'x-api-key': key } })

    test('requests are counted by address and operation: 401 while it lasts, then 429', async () => {
      running.clock.advance(60_000)
      for (let left = 49; left >= 0; left--) {
        const answer = await wrong(`/api/orders/${ID}`, left % 2 ? undefined : 'ht-aaaa-aaa-aaaa')
        assert.equal(answer.status, 401)
        assert.equal(answer.headers.get('x-ratelimit-remaining'), String(left))
        await answer.body?.cancel()
      }
      const refused = await wrong(`/api/orders/${ID}`, 'anything')
      assert.equal(refused.status, 429)
      assert.deepEqual(await refused.json(), { error: 'Rate limit exceeded', retry_after: 60 })
      assert.equal(refused.headers.get('retry-after'), '60')
      assert.equal((await wrong(`/api/products/${ID}`)).status, 401)
    })

    test('requests do not use up the limit of a valid key from the same address', async () => {
      const seller = await newSeller(running.app)
      for (let i = 0; i < 60; i++) await (await wrong(`/api/products/${ID}`)).body?.cancel()
      assert.equal((await wrong(`/api/products/${ID}`)).status, 429)
      const { status, headers } = await seller.call('GET', `/api/products/${ID}`)
      assert.equal(status, 404)
      assert.equal(headers.get('x-ratelimit-remaining'), '49')
    })

    test('a client cannot claim another address with X-Forwarded-For', async () => {
      running.clock.advance(60_000)
      const left = async (from: string) =>
        (
          await fetch(`${running.app.url}/api/orders/${ID}`, { headers: { 'x-forwarded-for': from } })
        ).headers.get('x-ratelimit-remaining')
      assert.deepEqual([await left('192.0.2.1'), await left('192.0.2.2')], ['49', '48'])
    })
  })

  test('an unknown path or method counts for nothing and carries no limit headers', async () => {
    const { call } = await newSeller(running.app)
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['PATCH', `/api/products/${ID}`],
      ['GET', '/api/products/create/edit'],
      ['POST', `/api/products/${ID}`],
      ['DELETE', `/api/orders/${ID}`],
    ] as const) {
      const { status, body, headers } = await call(method, path)
      assert.equal(status, 404)
      assert.deepEqual(body, { error: 'Not found' })
      assert.equal(headers.get('x-ratelimit-limit'), null)
      assert.equal(headers.get('x-ratelimit-remaining'), null)
      assert.equal(headers.get('x-ratelimit-reset'), null)
      assert.equal(headers.get('x-api-version'), 'v1')
    }
  })
})
