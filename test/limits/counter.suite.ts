import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Operation } from '../../contract/operations.ts'
import type { Gate } from '../../server/limits/gate.ts'
import type { Engine } from '../../server/storage/engine.ts'
import { putApiKey } from '../../server/storage/stores/api-keys.ts'
import { insertStore } from '../../server/storage/stores/stores.ts'

/** Several gates that share their counts, like the instances of one service. */
export type OpenGates = (instances: number) => Promise<{ gates: Gate[]; db: Engine } & AsyncDisposable>

const NOW = Date.UTC(2026, 0, 15, 6, 30)

/** The tests that every kind of counter must pass. */
export function counterSuite(open: OpenGates, instances: number) {
  const opened = new AsyncDisposableStack()
  let gates: Gate[] = []
  let db: Engine
  before(async () => {
    ;({ gates, db } = opened.use(await open(instances)))
  })
  after(() => opened.disposeAsync())

  const hit = (address: string, now = NOW, operation: Operation = 'read_product', i = 0) =>
    gates[i % gates.length]!.admit(undefined, address, operation, now)

  test('of 120 simultaneous requests in a fresh window exactly 50 pass, shared by all instances', async () => {
    const verdicts = await Promise.all(
      Array.from({ length: 120 }, (_, i) => hit('192.0.2.1', NOW, 'read_product', i)),
    )
    assert.equal(verdicts.filter(({ limit }) => limit.allowed).length, 50)
    const left = verdicts.filter(({ limit }) => limit.allowed).map(({ limit }) => limit.remaining)
    assert.deepEqual(
      left.toSorted((a, b) => a - b),
      Array.from({ length: 50 }, (_, i) => i),
    )
    assert.deepEqual(new Set(verdicts.map(({ limit }) => limit.endsAt)), new Set([NOW + 60_000]))
  })

  test('the window begins with the first request and ends 60 seconds later for all instances', async () => {
    for (let i = 0; i < 12; i++) await hit('192.0.2.2', NOW + i * 1000, 'delete_product', i)
    const { limit } = await hit('192.0.2.2', NOW + 59_999, 'delete_product')
    assert.deepEqual(limit, { allowed: false, limit: 10, remaining: 0, endsAt: NOW + 60_000 })
    const fresh = await hit('192.0.2.2', NOW + 60_000, 'delete_product', 1)
    assert.deepEqual(fresh.limit, { allowed: true, limit: 10, remaining: 9, endsAt: NOW + 120_000 })
  })

  test('addresses and operations are counted separately', async () => {
    for (let i = 0; i < 11; i++) await hit('192.0.2.3', NOW, 'delete_product', i)
    assert.equal((await hit('192.0.2.3', NOW, 'delete_product')).limit.allowed, false)
    assert.equal((await hit('192.0.2.3', NOW, 'create_product')).limit.remaining, 19)
    assert.equal((await hit('192.0.2.4', NOW, 'delete_product')).limit.remaining, 9)
  })

  test('the addresses of one IPv6 /64 are counted together, those of another separately', async () => {
    await hit('2001:db8:1:2::1', NOW, 'delete_product')
    const { limit } = await hit('2001:db8:1:2:3:4:5:6', NOW, 'delete_product', 1)
    assert.equal(limit.remaining, 8)
    assert.equal((await hit('2001:db8:1:3::1', NOW, 'delete_product')).limit.remaining, 9)
  })

  test('a request from just before the window, by another clock or a slower way, counts in it', async () => {
    await hit('192.0.2.5', NOW, 'delete_product')
    const { limit } = await hit('192.0.2.5', NOW - 20, 'delete_product', 1)
    assert.deepEqual([limit.remaining, limit.endsAt], [8, NOW + 60_000])
  })

  test('a window restarts after the clock was set back', async () => {
    await hit('192.0.2.6', NOW + 3_600_000, 'delete_product')
    const { limit } = await hit('192.0.2.6', NOW, 'delete_product')
    assert.deepEqual([limit.remaining, limit.endsAt], [9, NOW + 60_000])
  })

  test('an unknown key has no store', async () => {
    const [gate] = gates
    const { storeId } = await gate!.admit('not the hash of a key', '192.0.2.7', 'read_order', NOW)
    assert.equal(storeId, undefined)
  })

  test('simultaneous callers are counted separately: stores by key, others by address', async () => {
    for (const id of ['one', 'two']) {
      await insertStore(db, { id, slug: id, name: id, created_at: NOW })
      await putApiKey(db, { store_id: id, key_hash: `hash of ${id}`, last_four: id, created_at: NOW })
    }
    const keys = ['hash of two', 'no key', 'hash of one', undefined, 'hash of two', 'not one either']
    const answers = await Promise.all(
      keys.map((key, i) => gates[i % gates.length]!.admit(key, '192.0.2.8', 'create_product', NOW)),
    )
    assert.deepEqual(
      answers.map(({ storeId }) => storeId),
      ['two', undefined, 'one', undefined, 'two', undefined],
    )
    const left = (places: number[]) =>
      places.map((i) => answers[i]!.limit.remaining).toSorted((a, b) => b - a)
    assert.deepEqual([left([0, 4]), left([2]), left([1, 3, 5])], [[19, 18], [19], [19, 18, 17]])
  })
}
