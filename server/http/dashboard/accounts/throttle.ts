import type { FastifyRequest } from 'fastify'
import { DashboardError } from '#contract/dashboard/errors.ts'
import { networkSubject } from '../../../limits/counter.ts'
import { networkOf } from '../../../rules/network/network.ts'
import { retryAfter } from '../../../rules/rate-window.ts'
import type { DashboardDoor } from '../endpoint.ts'
import { accountMark, knownBrowser } from './known-browser.ts'

/** Tries a minute: of one person, browser, or network at one account; of a network at all; of all at one account. */
const AT_ONE = 5
const PER_NETWORK = 30
const PER_ACCOUNT = 20

interface Caller {
  door: DashboardDoor
  request: FastifyRequest
}

type Count = readonly [subject: string, most: number]

/** Of somebody who is signed in, and could otherwise guess their way from a stolen session to more. */
export const throttlePerson = (caller: Caller, what: string, personId: string): Promise<void> =>
  throttle(caller, what, [[`account ${personId}`, AT_ONE], perNetwork(caller)])

interface Sender extends Caller {
  person: { id: string }
  input: { store: string }
}

/**
 * For what is sent to a server because somebody asked for it: its address may be that of a stranger. A team has twice
 * the limit of one person, and a network three times, for a person who signs up many times.
 */
export const throttleSending = (sender: Sender, what: string, perMinute: number): Promise<void> =>
  throttle(sender, what, [
    [`account ${sender.person.id}`, perMinute],
    [`store ${sender.input.store}`, 2 * perMinute],
    [networkSubject(sender.request.ip), 3 * perMinute],
  ])

/** Of strangers at what is nobody's secret: nobody's tries count for somebody on another network. */
export const throttleStranger = (caller: Caller, what: string, account: string): Promise<void> =>
  throttle(caller, what, perStranger(caller, account))

/**
 * At an account's password. Strangers together have a ceiling, which many networks can use up; browsers that the account
 * knows have one of their own.
 */
export function throttleSignIn(caller: Caller, email: string): Promise<void> {
  const known = knownBrowser(caller.request, caller.door.world, email)
  const account = accountMark(email)
  const counts: Count[] = known
    ? [
        [`browser ${known}`, AT_ONE],
        [`known ${account}`, PER_ACCOUNT],
      ]
    : [...perStranger(caller, email), [`strangers ${account}`, PER_ACCOUNT]]
  return throttle(caller, 'sign in', counts)
}

const perNetwork = (caller: Caller): Count => [networkSubject(caller.request.ip), PER_NETWORK]

const perStranger = (caller: Caller, account: string): Count[] => [
  [`account ${accountMark(account)} ${networkOf(caller.request.ip)}`, AT_ONE],
  perNetwork(caller),
]

/** Counts a try before any work is done for it. What one count refuses uses up none of those after it. */
async function throttle({ door }: Caller, what: string, counts: readonly Count[]): Promise<void> {
  const now = door.world.now()
  for (const [subject, most] of counts) {
    const { used, endsAt } = await door.counter.hit(subject, `dashboard ${what}`, now)
    if (used > most) throw new DashboardError('too_often', { retry_after: retryAfter(endsAt, now) })
  }
}
