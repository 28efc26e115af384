import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeLog } from '../../server/log.ts'
import { newSeller, startTestApp } from '../help/app.ts'
import { movableClock } from '../help/clock.ts'
import { startRedis } from '../help/redis-server.ts'
import { skipWithout } from '../help/services.ts'

const ID = '00000000-0000-4000-8000-000000000000'

test('while Redis is away requests go on under local counts, with one warning', {
  skip: skipWithout.redisServer,
}, async () => {
  await using redis = await startRedis()
  const lines: string[] = []
  const log = makeLog('info', { write: (line: string) => void lines.push(line) })
  const clock = movableClock()
  await using app = await startTestApp({ REDIS_URL: redis.url }, { now: clock.now, log })
  const seller = await newSeller(app)
  const remove = () => seller.call('DELETE', `/api/products/${ID}`)
  const warnings = () => lines.filter((line) => line.includes('Redis is away')).length

  assert.equal((await remove()).headers.get('x-ratelimit-remaining'), '9')
  await redis.crash()
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push((await remove()).status)
  assert.deepEqual(statuses, [...Array(10).fill(404), 429, 429])
  assert.equal(warnings(), 1)
  const { level, msg } = JSON.parse(lines.find((line) => line.includes('Redis is away'))!)
  assert.deepEqual([level, msg], [40, 'Redis is away: each instance counts requests alone until it is back'])

  await redis.start()
  while (!lines.some((line) => line.includes('Redis is back'))) await sleep(50)
  assert.equal((await remove()).headers.get('x-ratelimit-remaining'), '9')
  assert.equal(lines.join('').includes(new URL(redis.url).password), false)
})

test('it starts without Redis, and counts alone', async () => {
  await using app = await startTestApp({ REDIS_URL: 'redis://127.0.0.1:1/0' })
  const seller = await newSeller(app)
  const statuses: number[] = []
  for (let i = 0; i < 11; i++) statuses.push((await seller.call('DELETE', `/api/products/${ID}`)).status)
  assert.deepEqual(statuses, [...Array(10).fill(404), 429])
})

test('a Redis that hangs does not hold requests up for long', { skip: skipWithout.redisServer }, async () => {
  await using redis = await startRedis()
  await using app = await startTestApp({ REDIS_URL: redis.url })
  const seller = await newSeller(app)
  await seller.call('GET', `/api/orders/${ID}`)
  redis.freeze()
  const answers = await Promise.all(Array.from({ length: 60 }, () => seller.call('GET', `/api/orders/${ID}`)))
  redis.thaw()
  assert.equal(answers.filter(({ status }) => status === 404).length, 50)
  assert.equal(answers.filter(({ status }) => status === 429).length, 10)
})
