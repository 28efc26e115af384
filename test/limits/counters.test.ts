import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { postgresDatabase, redisUrl, skipWithout } from '../../harness/services/services.ts'
import { countingGate } from '../../server/limits/gate.ts'
import { MemoryCounter } from '../../server/limits/memory-counter.ts'
import { postgresGate } from '../../server/limits/postgres-gate.ts'
import { RedisCounter } from '../../server/limits/redis-counter.ts'
import { WINDOW_MS } from '../../server/rules/rate-window.ts'
import { HOUR_MS } from '../../server/rules/values/durations.ts'
import { migrate } from '../../server/storage/migrate.ts'
import { PostgresEngine } from '../../server/storage/postgres/engine.ts'
import { SqliteEngine } from '../../server/storage/sqlite/engine.ts'
import { bytesInUse } from '../help/garbage.ts'
import { counterSuite, type OpenGates } from './counter.suite.ts'

const log = pino({ level: 'silent' })

describe('in memory', () => {
  counterSuite(async () => {
    await using opened = new AsyncDisposableStack()
    const db = await embedded(opened)
    return { db, gates: [countingGate(db, new MemoryCounter())], ...kept(opened) }
  }, 1)

  test('callers of past windows are forgotten, also after the clock was set back by an hour', () => {
    const counter = new MemoryCounter()
    let now = Date.now()
    let visitors = 0
    const comeMany = () => {
      for (const last = visitors + 12_000; visitors < last; visitors++) counter.hit(`${visitors}`, 'o', now)
      now += WINDOW_MS
      return bytesInUse()
    }
    comeMany()
    now -= HOUR_MS
    const [first] = [comeMany(), comeMany(), comeMany()]
    const grown = comeMany() - first
    assert.ok(grown < 2_400_000, `${grown} bytes`)
  })

  test('a flood of other callers does not reset a window that is still open', () => {
    const counter = new MemoryCounter()
    for (let used = 1; used <= 3; used++) assert.equal(counter.hit('somebody', 'o', 0).used, used)
    for (let n = 0; n < 20_000; n++) counter.hit(`${n}`, 'o', 1)
    assert.deepEqual(counter.hit('somebody', 'o', 2), { used: 4, endsAt: WINDOW_MS })
  })
})

describe('in Redis, two instances', { skip: skipWithout.redis }, () => {
  const open: OpenGates = async (instances) => {
    await using opened = new AsyncDisposableStack()
    const db = await embedded(opened)
    const { url } = opened.use(await redisUrl())
    const counters = Array.from({ length: instances }, () => opened.use(new RedisCounter(url, log)))
    await Promise.all(counters.map((counter) => counter.ready()))
    return { db, gates: counters.map((counter) => countingGate(db, counter)), ...kept(opened) }
  }
  counterSuite(open, 2)

  test('a count is forgotten two minutes after its window began', async () => {
    await using place = await redisUrl()
    await using counter = new RedisCounter(place.url, log)
    await counter.ready()
    const begun = performance.now()
    await counter.hit('somebody', 'read_product', Date.now())
    const redis = new Redis(place.url)
    const leftMs = await redis.pttl('haat:rate:read_product:somebody')
    redis.disconnect()
    const goneMs = Math.ceil(performance.now() - begun) + 1
    assert.ok(leftMs <= 120_000 && leftMs + goneMs >= 120_000, String(leftMs))
  })
})

describe('in PostgreSQL, two instances', { skip: skipWithout.postgres }, () => {
  const open: OpenGates = async (instances) => {
    await using opened = new AsyncDisposableStack()
    const { url } = opened.use(await postgresDatabase())
    const engines = Array.from({ length: instances }, () => opened.use(new PostgresEngine(url)))
    await migrate(engines[0]!, Date.now)
    return { db: engines[0]!, gates: engines.map(postgresGate), ...kept(opened) }
  }
  counterSuite(open, 2)
})

async function embedded(opened: AsyncDisposableStack) {
  const folder = opened.use(await temporaryFolder())
  const db = opened.use(new SqliteEngine(`${folder.path}/haat.db`))
  await migrate(db, Date.now)
  return db
}

function kept(opened: AsyncDisposableStack): AsyncDisposable {
  const moved = opened.move()
  return { [Symbol.asyncDispose]: () => moved.disposeAsync() }
}
