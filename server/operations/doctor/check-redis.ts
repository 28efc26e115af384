import { certificateFix } from '../certificate-fix.ts'
import { clockFinding } from './check-clock.ts'
import { answeredInTime, broken, type Finding, ok, reasonOf } from './finding.ts'

const CLUSTER = 'is a node of a Redis Cluster, which refuses the keys of other nodes: limits would not hold'
const SEE = 'Check that Redis runs and that REDIS_URL names its address and password.'
/** Findings for a Redis that answers but refuses to count. */
const REFUSALS = [
  {
    pattern: /\bREADONLY\b/,
    says: 'is a replica, which takes no writes: nothing can be counted there',
    fix: 'Set REDIS_URL to its primary.',
  },
  {
    pattern: /\bOOM\b/,
    says: 'has no memory left (maxmemory): nothing can be counted there',
    fix: 'Give it more, and have it evict what expires soonest: maxmemory-policy volatile-ttl.',
  },
  {
    pattern: /\bNOPERM\b/,
    says: 'lets its user in, but not count',
    fix: 'Give the user of REDIS_URL these rights: acl setuser NAME ~haat:* +@connection +@scripting +@hash +info +time +pexpire',
  },
  {
    pattern: /\bDB index\b/,
    says: 'has no database with the number in REDIS_URL: everything is counted in number 0',
    fix: 'End REDIS_URL with the number of one that it has; its setting "databases" says how many there are (usually 16, from 0).',
  },
]
const SEE_TLS = `${SEE} It begins with rediss://: use redis:// if that Redis does not use TLS.`

/** Checks that Redis counts as the service will ask it to: a read-only one answers other questions as well as any. */
export async function checkRedis(url: string | undefined): Promise<Finding[]> {
  if (!url) return [ok('redis', 'not used: REDIS_URL is not set')]
  try {
    const { askRedis } = await import('../../limits/ask-redis.ts')
    const { version, isOfCluster, clock, ourClock, tookMs } = await answeredInTime(askRedis(url))
    if (isOfCluster)
      return [broken('redis', CLUSTER, 'Set REDIS_URL to a Redis that is not clustered, or unset it.')]
    return [
      ok('redis', `Redis ${version} counts requests, and answers in ${tookMs} ms`),
      clockFinding('Redis', clock, ourClock),
    ]
  } catch (error) {
    const says = reasonOf(error)
    const refusal = REFUSALS.find(({ pattern }) => pattern.test(says))
    if (refusal) return [broken('redis', refusal.says, refusal.fix)]
    const fix = certificateFix(says, 'REDIS_URL') ?? (/^rediss:/i.test(url) ? SEE_TLS : SEE)
    return [broken('redis', says, fix)]
  }
}
