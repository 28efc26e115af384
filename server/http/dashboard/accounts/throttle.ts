import type { FastifyRequest } from 'fastify'
import { DashboardError } from '#contract/dashboard/errors.ts'
import { networkSubject } from '../../../limits/counter.ts'
import { networkOf } from '../../../rules/network/network.ts'
import { retryAfter } from '../../../rules/rate-window.ts'
import type { DashboardDoor } from '../endpoint.ts'
import { accountMark, knownBrowser } from './known-browser.ts'

/** Attempts a minute: by a person, browser or network at one account; by a network at all; by all at one account. */
const AT_ONE = 5
const PER_NETWORK = 30
const PER_ACCOUNT = 20

interface Caller {
  door: DashboardDoor
  request: FastifyRequest
}

type Count = readonly [subject: string, most: number]

/** Limits a signed-in person, who with a stolen session could otherwise guess the password or a code. */
export const throttlePerson = (caller: Caller, what: string, personId: string): Promise<void> =>
  throttle(caller, what, [[`account ${personId}`, AT_ONE], perNetwork(caller)])

interface Sender extends Caller {
  person: { id: string }
  input: { store: string }
}

/**
 * Limits what we send to a server at a person's request, because its address may be a stranger's. A store's team has
 * twice the limit of one person, and a network three times, against people who sign up many times.
 */
export const throttleSending = (sender: Sender, what: string, perMinute: number): Promise<void> =>
  throttle(sender, what, [
    [`account ${sender.person.id}`, perMinute],
    [`store ${sender.input.store}`, 2 * perMinute],
    [networkSubject(sender.request.ip), 3 * perMinute],
  ])

/** Limits strangers where there is no secret to guess. Each network is counted alone, so nobody can block another. */
export const throttleStranger = (caller: Caller, what: string, account: string): Promise<void> =>
  throttle(caller, what, perStranger(caller, account))

/**
 * Limits attempts at an account's password. Strangers together have a limit, which an attack from many networks can use
 * up. Browsers that the account knows have a limit of their own.
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

/**
 * Counts an attempt before any work is done for it. Once a counter refuses, the counters after it are not increased.
 */
async function throttle({ door }: Caller, what: string, counts: readonly Count[]): Promise<void> {
  const now = door.world.now()
  for (const [subject, most] of counts) {
    const { used, endsAt } = await door.counter.hit(subject, `dashboard ${what}`, now)
    if (used > most) throw new DashboardError('too_often', { retry_after: retryAfter(endsAt, now) })
  }
}
