import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aProduct, caller } from '../../../harness/app/app.ts'
import { openOnEachEngine } from '../../../harness/app/on-each-engine.ts'
import { newOwner } from '../../../harness/shops/dashboard.ts'

openOnEachEngine('the key of a store in the dashboard', (open) => {
  test('a generated key works, the one before stops, and its use is counted against each limit', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    assert.deepEqual(await ask('readKey', { store }), {
      last_four: null,
      created_at: null,
      last_used_at: null,
    })
    const first = (await ask('generateKey', { store })).api_key
    const { product_id: product } = await ask('createProduct', { store, ...aProduct() })
    const read = async (key: string) => (await caller(app.url, key)('GET', `/api/products/${product}`)).status
    assert.equal(await read(first), 200)
    const second = (await ask('generateKey', { store })).api_key
    assert.deepEqual([await read(first), await read(second), await read(second)], [401, 200, 200])
    const key = await ask('readKey', { store })
    assert.equal(key.last_four, second.slice(-4))
    assert.ok(key.last_used_at)
    const { operations } = await ask('readUse', { store })
    const reads = operations.find(({ operation }) => operation === 'read_product')!
    assert.deepEqual(
      [reads.total, reads.busiest_minute, reads.per_minute, reads.minutes.length],
      [3, 3, 50, 60],
    )
    app.clock.advance(3_600_000)
    assert.equal(
      (await ask('readUse', { store })).operations.every(({ total }) => total === 0),
      true,
    )
  })

  test('requests over the rate limit count as use too', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    const call = caller(app.url, (await ask('generateKey', { store })).api_key)
    const statuses = await Promise.all(
      Array.from({ length: 11 }, async () => (await call('DELETE', '/api/products/x')).status),
    )
    assert.equal(statuses.filter((status) => status === 429).length, 1)
    const { operations } = await ask('readUse', { store })
    const deletions = operations.find(({ operation }) => operation === 'delete_product')!
    assert.deepEqual([deletions.total, deletions.busiest_minute, deletions.per_minute], [11, 11, 10])
  })

  test('a new key replaces only the key that the member has seen', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const seen = async () => {
      const { last_four, created_at } = await ask('readKey', { store })
      return { last_four, created_at }
    }
    const generate = (was: Awaited<ReturnType<typeof seen>>) => call('generateKey', { store, was })
    const none = await seen()
    const first = await generate(none)
    const late = await generate(none)
    assert.deepEqual([first.status, late.status, late.body.code], [200, 409, 'changed_meanwhile'])
    assert.equal((await caller(app.url, first.body.api_key)('GET', '/api/orders/x')).status, 404)
    const was = await seen()
    assert.deepEqual([(await generate(was)).status, (await generate(was)).status], [200, 409])
    const { items } = await ask('listAudit', { store })
    assert.equal(items.filter(({ action }) => action === 'key.generated').length, 2)
  })
})
