import { hash } from 'node:crypto'
import { DashboardError } from '#contract/dashboard/errors.ts'
import type { Counter } from '../../limits/counter.ts'
import { networkOf } from '../../rules/network.ts'
import { retryAfter } from '../../rules/rate-window.ts'

/** Tries a minute, for one account (whether or not it exists) and from one address. */
const PER_ACCOUNT = 5
const PER_ADDRESS = 30

/** Counts a try at something that must not be guessed or repeated at will, before any work is done for it. */
export async function throttle(
  counter: Counter,
  { what, account, address, now }: { what: string; account: string; address: string; now: number },
): Promise<void> {
  const subjects = [
    [`account ${hash('sha256', account.trim().toLowerCase(), 'base64url')}`, PER_ACCOUNT],
    [`address ${networkOf(address)}`, PER_ADDRESS],
  ] as const
  for (const [subject, most] of subjects) {
    const { used, endsAt } = await counter.hit(subject, `dashboard ${what}`, now)
    if (used > most) throw new DashboardError('too_often', { retry_after: retryAfter(endsAt, now) })
  }
}
