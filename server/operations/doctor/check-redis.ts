import { clockFinding } from './check-clock.ts'
import { answered, broken, type Finding, reasonOf, well } from './finding.ts'

export async function checkRedis(url: string | undefined): Promise<Finding[]> {
  if (!url) return [well('redis', 'not used: REDIS_URL is not set')]
  try {
    const { askRedis } = await import('../../limits/ask-redis.ts')
    const { version, clock, tookMs } = await answered(askRedis(url))
    return [well('redis', `Redis ${version} answers in ${tookMs} ms`), clockFinding('Redis', clock)]
  } catch (error) {
    return [
      broken(
        'redis',
        reasonOf(error),
        'See that Redis runs and that REDIS_URL names its address and password.',
      ),
    ]
  }
}
