import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { newSeller, startTestApp } from '../../harness/app/app.ts'
import { movableClock } from '../../harness/app/clock.ts'
import { until } from '../../harness/app/until.ts'
import { startRedis } from '../../harness/services/redis-server.ts'
import { skipWithout } from '../../harness/services/services.ts'
import { orInMemory } from '../../server/limits/or-in-memory.ts'
import { AWAY } from '../../server/limits/redis-counter.ts'
import { makeLog } from '../../server/log.ts'
import { OutageLog } from '../../server/outage-log.ts'

/** The time limit for an answer of Redis. */
const REDIS_MAY_TAKE_MS = 500
const ID = '00000000-0000-4000-8000-000000000000'

async function hasCounted(url: string) {
  const redis = new Redis(url)
  const keys = await redis.dbsize()
  redis.disconnect()
  return keys > 0
}

/** Sets Redis's maxmemory; 0 means no limit. */
async function giveMemory(url: string, bytes: number) {
  const redis = new Redis(url)
  await redis.config('SET', 'maxmemory', bytes)
  redis.disconnect()
}

test('while Redis is away or full, requests are counted locally, with a warning', {
  skip: skipWithout.redisServer,
}, async () => {
  await using redis = await startRedis()
  const lines: string[] = []
  const log = makeLog('info', { write: (line: string) => void lines.push(line) })
  const clock = movableClock()
  await using app = await startTestApp({ REDIS_URL: redis.url }, { now: clock.now, log })
  const seller = await newSeller(app)
  const remove = () => seller.call('DELETE', `/api/products/${ID}`)

  assert.equal((await remove()).headers.get('x-ratelimit-remaining'), '9')
  await giveMemory(redis.url, 1)
  for (let i = 0; i < 2; i++) assert.equal((await remove()).status, 404)
  const { level, msg } = JSON.parse(lines.find((line) => line.includes('Redis does not count'))!)
  assert.deepEqual(
    [level, msg],
    [40, 'Redis does not count: each instance counts requests on its own until it is back'],
  )
  await giveMemory(redis.url, 0)
  assert.equal((await remove()).headers.get('x-ratelimit-remaining'), '8')
  clock.advance(60_000)

  await redis.crash()
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push((await remove()).status)
  assert.deepEqual(statuses, [...Array(10).fill(404), 429, 429])

  await redis.start()
  await until(async () => {
    await remove()
    return await hasCounted(redis.url)
  })
  assert.equal(lines.join('').includes(new URL(redis.url).password), false)
})

test('an instance starts without Redis, and counts locally', async () => {
  await using app = await startTestApp({ REDIS_URL: 'redis://127.0.0.1:1/0' })
  const seller = await newSeller(app)
  const statuses: number[] = []
  for (let i = 0; i < 11; i++) statuses.push((await seller.call('DELETE', `/api/products/${ID}`)).status)
  assert.deepEqual(statuses, [...Array(10).fill(404), 429])
})

test('a Redis that hangs delays requests briefly, and most not at all', {
  skip: skipWithout.redisServer,
}, async () => {
  await using redis = await startRedis()
  const clock = movableClock()
  await using app = await startTestApp({ REDIS_URL: redis.url }, { now: clock.now })
  const seller = await newSeller(app)
  await seller.call('GET', `/api/orders/${ID}`)
  redis.freeze()
  const answers = await Promise.all(Array.from({ length: 60 }, () => seller.call('GET', `/api/orders/${ID}`)))
  await until(async () => {
    clock.advance(60_000)
    const asked = performance.now()
    await seller.call('GET', `/api/orders/${ID}`)
    return performance.now() - asked < REDIS_MAY_TAKE_MS
  })
  redis.thaw()
  assert.equal(answers.filter(({ status }) => status === 404).length, 50)
  assert.equal(answers.filter(({ status }) => status === 429).length, 10)
})

test('a Redis that fails intermittently is logged when that begins and when it is over', async () => {
  const lines: string[] = []
  const log = makeLog('info', { write: (line: string) => void lines.push(line) })
  let asked = 0
  const count = orInMemory(
    async () => {
      if (asked++ % 2 === 0) throw new Error('LOADING')
      return { used: asked, endsAt: 60_000 }
    },
    new OutageLog(log, AWAY, 100),
  )
  for (let i = 0; i < 100; i++) await count('somebody', 'anything', 0)
  await until(async () => lines.length > 1)
  assert.deepEqual(
    lines.map((line) => {
      const { level, cases, err } = JSON.parse(line)
      return [level, cases, err?.message]
    }),
    [
      [40, undefined, 'LOADING'],
      [30, 50, undefined],
    ],
  )
})

test('a Redis that keeps failing is not logged as back', async () => {
  const lines: string[] = []
  const log = makeLog('info', { write: (line: string) => void lines.push(line) })
  const count = orInMemory(() => Promise.reject(new Error('LOADING')), new OutageLog(log, AWAY, 20))
  await count('somebody', 'anything', 0)
  await sleep(60)
  await count('somebody', 'anything', 0)
  assert.equal(lines.length, 1)
})
