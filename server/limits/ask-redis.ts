import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { hitIn } from './redis-hit.ts'

const CONNECT_WITHIN_MS = 3000

interface RedisFacts {
  version: string
  /** Part of a cluster, in which each server holds a part of the keys. */
  isOfCluster: boolean
  clock: number
  /** An estimate of our own clock at the same moment. */
  ourClock: number
  tookMs: number
}

/** Asks a Redis for its facts and makes it count once, without waiting for one that is away. */
export async function askRedis(url: string): Promise<RedisFacts> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_WITHIN_MS,
    commandTimeout: CONNECT_WITHIN_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let failure: Error | undefined
  redis.on('error', (error) => {
    failure ??= error
  })
  try {
    await redis.connect()
    const info = await redis.info('server')
    const [asked, askedAt] = [performance.now(), Date.now()]
    const [seconds, microseconds] = await redis.time()
    const took = performance.now() - asked
    const isOfCluster = /^(redis|server)_mode:cluster/m.test(info)
    if (!isOfCluster) await hitIn(redis)(randomUUID(), 'doctor', Date.now())
    if (failure) throw failure // The database was not selected: all commands went to database 0.
    return {
      version: /redis_version:(\S+)/.exec(info)?.[1] ?? '',
      isOfCluster,
      clock: Number(seconds) * 1000 + Number(microseconds) / 1000,
      ourClock: askedAt + took / 2,
      tookMs: Math.ceil(took),
    }
  } catch (error) {
    throw failure ?? error
  } finally {
    redis.disconnect()
  }
}
