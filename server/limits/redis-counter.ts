import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Window } from '../rules/rate-window.ts'
import type { Counter } from './counter.ts'
import { MemoryCounter } from './memory-counter.ts'
import { type Hit, hitIn } from './redis-hit.ts'

/** Shared by all instances. While Redis is away each instance counts alone, and says so once. */
export class RedisCounter implements Counter, AsyncDisposable {
  readonly #redis: Redis
  readonly #hit: Hit
  readonly #local = new MemoryCounter()
  readonly #log: Logger
  #away = false

  constructor(url: string, log: Logger) {
    this.#log = log
    this.#redis = new Redis(url, {
      enableAutoPipelining: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: 500,
      // One that hangs is given up and connected to anew, and nobody waits for it meanwhile.
      socketTimeout: 1000,
      connectTimeout: 2000,
      retryStrategy: (tries) => Math.min(100 * tries, 2000),
    })
    this.#hit = hitIn(this.#redis)
    this.#redis.on('error', (error) => this.#isAway(error))
    this.#redis.on('ready', () => this.#isBack())
  }

  async hit(subject: string, operation: string, now: number): Promise<Window> {
    if (this.#redis.status !== 'ready') {
      this.#isAway(new Error(`The connection is ${this.#redis.status}`))
      return this.#local.hit(subject, operation, now)
    }
    try {
      const window = await this.#hit(subject, operation, now)
      this.#isBack()
      return window
    } catch (error) {
      this.#isAway(error)
      return this.#local.hit(subject, operation, now)
    }
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

  #isAway(error: unknown) {
    if (this.#away) return
    this.#away = true
    this.#log.warn({ err: error }, 'Redis is away: each instance counts requests alone until it is back')
  }

  #isBack() {
    if (this.#away) this.#log.info('Redis is back: requests are counted together again')
    this.#away = false
  }
}
