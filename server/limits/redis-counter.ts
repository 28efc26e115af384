import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { OutageLog, type OutageWords } from '../outage-log.ts'
import type { Counter } from './counter.ts'
import { orInMemory } from './or-in-memory.ts'
import { type Hit, hitIn } from './redis-hit.ts'

export const AWAY: OutageWords = {
  level: 'warn',
  begins: 'Redis does not count: each instance counts requests on its own until it is back',
  ends: 'Redis is back: all instances count requests together again',
  needsProof: true,
}

/** Shared by all instances. While Redis is away each instance counts alone. */
export class RedisCounter implements Counter, AsyncDisposable {
  readonly #redis: Redis
  readonly hit: Hit

  constructor(url: string, log: Logger) {
    const failures = new OutageLog(log, AWAY)
    this.#redis = new Redis(url, {
      enableAutoPipelining: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: 500,
      // A connection that hangs is dropped and made anew; nobody waits for it meanwhile.
      socketTimeout: 1000,
      connectTimeout: 2000,
      retryStrategy: (tries) => Math.min(100 * tries, 2000),
    })
    this.#redis.on('error', (error) => failures.note({ err: error }))
    const hit = hitIn(this.#redis)
    this.hit = orInMemory(async (...what) => {
      this.#throwUnlessReady()
      return await hit(...what)
    }, failures)
  }

  async ready(): Promise<void> {
    if (this.#redis.status === 'ready') return
    await new Promise<void>((resolve) => {
      this.#redis.once('ready', () => resolve())
      setTimeout(resolve, 2000).unref()
    })
  }

  async [Symbol.asyncDispose]() {
    this.#redis.disconnect()
  }

  #throwUnlessReady() {
    const { status } = this.#redis
    if (status !== 'ready') throw new Error(`The connection is ${status}`)
  }
}
