import type { Redis } from 'ioredis'
import { latestEnd, WINDOW_MS, type Window } from '../rules/rate-window.ts'

/**
 * The window ends by our clock, as in the other counters, not by that of Redis. Otherwise a client that waited as long
 * as it was told could be refused again.
 */
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

export type Hit = (subject: string, operation: string, now: number) => Promise<Window>

/** Returns the function that counts requests in this Redis. */
export function hitIn(redis: Redis): Hit {
  redis.defineCommand('hit', { numberOfKeys: 1, lua: HIT })
  const counting = redis as Redis & HitCommand
  return async (subject, operation, now) => {
    const key = `haat:rate:${operation}:${subject}`
    const [used, endsAt] = await counting.hit(key, now, now + WINDOW_MS, latestEnd(now), 2 * WINDOW_MS)
    return { used, endsAt: Number(endsAt) }
  }
}
