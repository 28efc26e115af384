import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { latestEnd, WINDOW_MS, type Window } from '../rules/rate-window.ts'
import type { Counter } from './counter.ts'
import { MemoryCounter } from './memory-counter.ts'

/** The window ends by our clock, as in the other counters, not by that of Redis: nobody who waited is refused again. */
const HIT = `
local now, latest = tonumber(ARGV[1]), tonumber(ARGV[3])
local ends_at = redis.call('HGET', KEYS[1], 'ends_at')
if ends_at and tonumber(ends_at) > now and tonumber(ends_at) <= latest then
  return { redis.call('HINCRBY', KEYS[1], 'used', 1), ends_at }
end
redis.call('HSET', KEYS[1], 'used', 1, 'ends_at', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return { 1, ARGV[2] }`

type HitCommand = {
  hit(key: string, now: number, end: number, latest: number, forgetAfterMs: number): Promise<[number, string]>
}

/** Shared by all instances. While Redis is away each instance counts alone, and says so once. */
export class RedisCounter implements Counter, AsyncDisposable {
  readonly #redis: Redis & HitCommand
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
    }) as Redis & HitCommand
    this.#redis.defineCommand('hit', { numberOfKeys: 1, lua: HIT })
    this.#redis.on('error', (error) => this.#isAway(error))
    this.#redis.on('ready', () => this.#isBack())
  }

  async hit(subject: string, operation: string, now: number): Promise<Window> {
    if (this.#redis.status !== 'ready') {
      this.#isAway(new Error(`The connection is ${this.#redis.status}`))
      return this.#local.hit(subject, operation, now)
    }
    const key = `haat:rate:${operation}:${subject}`
    try {
      const [used, endsAt] = await this.#redis.hit(key, now, now + WINDOW_MS, latestEnd(now), 2 * WINDOW_MS)
      this.#isBack()
      return { used, endsAt: Number(endsAt) }
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
