import type { FastifyRequest } from 'fastify'
import { refuse } from '#contract/errors.ts'
import { type Counter, networkSubject } from '../../../limits/counter.ts'
import { retryAfter } from '../../../rules/rate-window.ts'

/** Counts the requests of a network per minute, before any work is done for them. */
export async function throttle(
  counter: Counter,
  request: FastifyRequest,
  what: string,
  perMinute: number,
  now: number,
) {
  const { used, endsAt } = await hit(counter, request, what, now)
  if (used > perMinute) {
    throw refuse('rate_limit_exceeded', undefined, { retry_after: retryAfter(endsAt, now) })
  }
}

/** The same for optional work, which is skipped above the limit without refusing the request. */
export async function isWithin(
  counter: Counter,
  request: FastifyRequest,
  what: string,
  perMinute: number,
  now: number,
): Promise<boolean> {
  return (await hit(counter, request, what, now)).used <= perMinute
}

const hit = (counter: Counter, { ip }: FastifyRequest, what: string, now: number) =>
  counter.hit(networkSubject(ip), `page ${what}`, now)
