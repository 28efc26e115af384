import type { FastifyRequest } from 'fastify'
import { refuse } from '#contract/errors.ts'
import type { Counter } from '../../../limits/counter.ts'
import { networkOf } from '../../../rules/network/network.ts'
import { retryAfter } from '../../../rules/rate-window.ts'

/** Counts what an address does in a minute, before any work is done for it. */
export async function throttle(
  counter: Counter,
  { ip }: FastifyRequest,
  what: string,
  perMinute: number,
  now: number,
) {
  const { used, endsAt } = await counter.hit(`address ${networkOf(ip)}`, `page ${what}`, now)
  if (used > perMinute) {
    throw refuse('rate_limit_exceeded', undefined, { retry_after: retryAfter(endsAt, now) })
  }
}
