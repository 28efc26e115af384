import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { caller, newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { newProduct, orderIn } from '../../harness/shops/orders.ts'
import { generateKey } from '../../server/actions/stores/generate-key.ts'
import { KeyUses } from '../../server/limits/key-uses.ts'
import { findProduct } from '../../server/storage/products/products.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { findApiKey, noteKeyUse } from '../../server/storage/stores/api-keys.ts'
import { listApiUse } from '../../server/storage/stores/api-use.ts'
import { lateBody } from '../help/raw-socket.ts'

const SHAPE = /^ht-[A-Za-z0-9]{4}-[A-Za-z0-9]{3}-[A-Za-z0-9]{4}$/
const ID = '00000000-0000-4000-8000-000000000000'

const OPERATIONS: Array<[method: string, path: string, limit: string]> = [
  ['GET', `/api/products/${ID}`, '50'],
  ['POST', '/api/products/create', '20'],
  ['PUT', `/api/products/${ID}/edit`, '20'],
  ['DELETE', `/api/products/${ID}`, '10'],
  ['GET', `/api/orders/${ID}`, '50'],
  ['PUT', `/api/orders/${ID}/status`, '20'],
]

onEachEngine((running) => {
  describe('401', () => {
    for (const [method, path, limit] of OPERATIONS) {
      test(`${method} ${path} without a key, with an empty one and with a wrong one`, async () => {
        running.clock.advance(60_000)
        const body = method === 'POST' || method === 'PUT' ? '{}' : undefined
        const call = (headers: Record<string, string>) =>
          fetch(running.app.url + path, { method, headers, ...(body && { body }) })
        const missing = [await call({}), await call({ 'x-api-key': '' }), await call({ 'x-api-key': '  ' })]
        for (const [i, answer] of missing.entries()) {
          assert.equal(answer.status, 401)
          assert.deepEqual(await answer.json(), { error: 'Missing API key' })
          assert.equal(answer.headers.get('x-ratelimit-limit'), limit)
          assert.equal(answer.headers.get('x-ratelimit-remaining'), String(Number(limit) - 1 - i))
          assert.equal(answer.headers.get('x-ratelimit-reset'), String(running.clock.now() / 1000 + 60))
          assert.equal(answer.headers.get('x-api-version'), 'v1')
        }
        const wrong = await call({ 'x-api-key': 'ht-aaaa-aaa-aaaa' })
        assert.equal(wrong.status, 401)
        assert.deepEqual(await wrong.json(), { error: 'Invalid API key' })
      })
    }

    test('for every key that differs from the right one', async () => {
      const { api_key } = await newSeller(running.app)
      const wrong = [
        `ht-${api_key.slice(3).replace(/[a-z]/gi, inOtherCase)}`,
        `${api_key}x`,
        api_key.slice(0, -1),
        api_key.slice(3),
        `Bearer ${api_key}`,
        `${api_key}, ${api_key}`,
        api_key.replace('ht-', 'xx-'),
        api_key.replaceAll('-', ''),
        'null',
        'x'.repeat(10_000),
        "' or 1=1 --",
      ]
      for (const key of wrong) {
        running.clock.advance(60_000)
        const { status, body } = await caller(running.app.url, key)('GET', `/api/products/${ID}`)
        assert.equal(status, 401, key)
        assert.deepEqual(body, { error: 'Invalid API key' }, key)
      }
    })

    test('also if the key is in the query or in Authorization', async () => {
      const { api_key } = await newSeller(running.app)
      const answer = await fetch(
        `${running.app.url}/api/products/${ID}?x-api-key=${api_key}&api_key=${api_key}`,
        {
          headers: { authorization: `Bearer ${api_key}` },
        },
      )
      assert.deepEqual(await answer.json(), { error: 'Missing API key' })
    })
  })

  test('a key has the documented shape, and no two stores share one', async () => {
    const keys = await Promise.all(
      Array.from({ length: 20 }, async () => (await newSeller(running.app)).api_key),
    )
    for (const key of keys) {
      assert.match(key, SHAPE)
      assert.equal(key.length, 16)
    }
    assert.equal(new Set(keys).size, keys.length)
  })

  test('white space around a key does not matter', async () => {
    const { api_key } = await newSeller(running.app)
    const { status } = await caller(running.app.url, `  ${api_key} `)('GET', `/api/products/${ID}`)
    assert.equal(status, 404)
  })

  test('a new key works at once, and the one before is dead', async () => {
    const seller = await newSeller(running.app)
    const product = await newProduct(seller)
    const { api_key } = await generateKey(running.app.world, seller.store_id)
    assert.match(api_key, SHAPE)
    assert.notEqual(api_key, seller.api_key)
    const old = await seller.call('GET', `/api/products/${product}`)
    assert.equal(old.status, 401)
    assert.deepEqual(old.body, { error: 'Invalid API key' })
    assert.equal((await caller(running.app.url, api_key)('GET', `/api/products/${product}`)).status, 200)
  })

  test('a request whose key is replaced while its body arrives changes nothing', async () => {
    const seller = await newSeller(running.app)
    const product = await newProduct(seller)
    const rename = (name: string, meanwhile: () => Promise<unknown>) =>
      lateBody(
        running.app.url,
        `PUT /api/products/${product}/edit`,
        { 'x-api-key': seller.api_key },
        JSON.stringify({ name }),
        async () => {
          await meanwhile()
          running.clock.advance(2000)
        },
      )
    assert.equal((await rename('In time', async () => {})).status, 200)
    const late = await rename('Late', () => generateKey(running.app.world, seller.store_id))
    assert.deepEqual([late.status, late.body], [401, { error: 'Invalid API key' }])
    assert.equal((await findProduct(running.app.world.db, seller.store_id, product))?.name, 'In time')
  })

  test('a new key does not refill the limits', async () => {
    const seller = await newSeller(running.app)
    for (let i = 0; i < 10; i++) await seller.call('DELETE', `/api/products/${ID}`)
    const { api_key } = await generateKey(running.app.world, seller.store_id)
    const { status } = await caller(running.app.url, api_key)('DELETE', `/api/products/${ID}`)
    assert.equal(status, 429)
  })

  test('a key reaches its own store alone, by every operation', async () => {
    const [owner, other] = [await newSeller(running.app), await newSeller(running.app)]
    const { product, order } = await orderIn(running.app, owner, 'started')
    const statuses = [
      await other.call('GET', `/api/products/${product}`),
      await other.call('PUT', `/api/products/${product}/edit`, { stock: 1 }),
      await other.call('DELETE', `/api/products/${product}`),
      await other.call('GET', `/api/orders/${order}`),
      await other.call('PUT', `/api/orders/${order}/status`, { status: 'cancelled' }),
    ].map(({ status }) => status)
    assert.deepEqual(statuses, [404, 404, 404, 403, 403])
  })

  test('the last use of a key is stored, and not carried over to the next key', async () => {
    const { world } = running.app
    const { store_id } = await newSeller(running.app)
    const lastUse = async () => (await findApiKey(world.db, store_id))?.last_used_at
    await using uses = new KeyUses(world)
    const at = running.clock.now()
    uses.note(store_id, 'read_product', at)
    await uses.flush()
    assert.equal(await lastUse(), at)
    uses.note(store_id, 'read_product', at)
    running.clock.advance(1)
    await generateKey(world, store_id)
    await uses.flush()
    assert.equal(await lastUse(), null)
    uses.note(store_id, 'read_product', at + 1)
    await uses.flush()
    assert.equal(await lastUse(), at + 1)
  })

  test('the last use of a key moves back only from a time too far in the future', async () => {
    const { db } = running.app.world
    const { store_id } = await newSeller(running.app)
    const now = running.clock.now()
    const lastUse = async (at: number) => {
      await noteKeyUse(db, store_id, now + at, now + 60_000)
      return (await findApiKey(db, store_id))!.last_used_at! - now
    }
    const aheadOfAll = 60_000 + 5001
    const ats = [2000, 1000, 60_000 + 5000, 3000, aheadOfAll, 4000]
    const noted: number[] = []
    for (const at of ats) noted.push(await lastUse(at))
    assert.deepEqual(noted, [2000, 2000, 65_000, 65_000, aheadOfAll, 4000])
  })

  test('writing a use with a later clock does not delete earlier ones', async () => {
    const { world } = running.app
    const { store_id } = await newSeller(running.app)
    await using uses = new KeyUses(world)
    const at = running.clock.now()
    for (const later of [0, 121 * 60_000]) {
      uses.note(store_id, 'read_order', at + later)
      await uses.flush()
    }
    assert.equal((await listApiUse(world.db, store_id, Math.floor(at / 60_000))).length, 2)
  })

  test('uses that cannot be written are kept in memory and written later', async () => {
    const { world } = running.app
    const { store_id } = await newSeller(running.app)
    await using uses = new KeyUses(world)
    const at = running.clock.now()
    const minute = Math.floor(at / 60_000)
    const rename = (from: string, to: string) =>
      world.db.migrating((script) => script(`alter table ${from} rename to ${to}`))
    uses.note(store_id, 'read_product', at)
    await rename('api_use', 'away')
    await assert.rejects(uses.flush())
    uses.note(store_id, 'read_product', at)
    await rename('away', 'api_use')
    await uses.flush()
    const written = await listApiUse(world.db, store_id, minute)
    assert.deepEqual(
      written.map(({ requests }) => requests),
      [2],
    )
  })

  test('uses of a deleted store do not prevent those of another from being written', async () => {
    const { world } = running.app
    const { store_id } = await newSeller(running.app)
    await using uses = new KeyUses(world)
    const at = running.clock.now()
    for (const each of [world.newId(), store_id]) uses.note(each, 'read_product', at)
    await uses.flush()
    assert.equal((await listApiUse(world.db, store_id, Math.floor(at / 60_000))).length, 1)
  })

  test('a stop waits for the uses that are being written', async () => {
    const { world } = running.app
    const { store_id } = await newSeller(running.app)
    const uses = new KeyUses(world)
    const at = running.clock.now()
    uses.note(store_id, 'read_product', at)
    const flushing = uses.flush()
    await uses[Symbol.asyncDispose]()
    assert.equal((await listApiUse(world.db, store_id, Math.floor(at / 60_000))).length, 1)
    await flushing
  })

  test('the database holds a keyed hash of an API key and its last four characters, not the key', async () => {
    const { api_key, store_id } = await newSeller(running.app)
    const rows = await rowsOf(running.app.world.db, (sql) =>
      sql.selectFrom('api_keys').selectAll().where('store_id', '=', store_id),
    )
    assert.equal(rows.length, 1)
    assert.equal(JSON.stringify(rows).includes(api_key), false)
    assert.equal(rows[0]!.last_four, api_key.slice(-4))
    assert.equal(rows[0]!.key_hash, running.app.world.vault.hashApiKey(api_key))
  })
})

function inOtherCase(letter: string) {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
}
