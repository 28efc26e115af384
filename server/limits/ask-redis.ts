import { Redis } from 'ioredis'

const CONNECT_WITHIN_MS = 3000

/** Asks a Redis once, without waiting for one that is away. */
export async function askRedis(url: string): Promise<{ version: string; clock: number; tookMs: number }> {
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
    const asked = performance.now()
    const [seconds, microseconds] = await redis.time()
    return {
      version: /redis_version:(\S+)/.exec(info)?.[1] ?? '',
      clock: Number(seconds) * 1000 + Number(microseconds) / 1000,
      tookMs: Math.ceil(performance.now() - asked),
    }
  } catch (error) {
    throw failure ?? error
  } finally {
    redis.disconnect()
  }
}
