import { DashboardError, type DashboardErrorCode } from '#contract/dashboard/errors.ts'
import { DAY_MS, MINUTE_MS } from '../rules/values/durations.ts'
import type { PersonRow } from '../storage/accounts/account-rows.ts'
import { lockPerson } from '../storage/accounts/people.ts'
import {
  deleteSessionByToken,
  deleteSessionOf,
  deleteSessionsOf,
  endOldestSessions,
  findSession,
  insertSession,
  listSessionsOf,
  noteSessionSeen,
  type SignedIn,
} from '../storage/accounts/sessions.ts'
import type { Queries } from '../storage/engine.ts'
import type { MaybePromise } from '../storage/maybe-promise.ts'
import { writeIfPossible } from '../storage/write-if-possible.ts'
import type { World } from '../world.ts'
import { newToken, tokenHash } from './token.ts'

export const SESSION_MS = 30 * DAY_MS
const IDLE_MS = 14 * DAY_MS
const SEEN_EVERY_MS = 5 * MINUTE_MS
const MOST_USER_AGENT = 200

/** What a sign-in knows of the browser: its name, and the token of the session that the new one replaces. */
export interface Browser {
  userAgent: string
  token?: string | undefined
}

/** What a session knows of its person. */
export interface Account {
  id: string
  email: string
  password_hash: string
}

/**
 * Locks the person until the transaction ends. Refuses if their password or address has changed since it was read,
 * because checking a password takes longer than changing one.
 */
export async function holdPerson(
  tx: Queries,
  seen: Account,
  refusal: DashboardErrorCode,
): Promise<PersonRow> {
  const person = await lockPerson(tx, seen.id)
  const isSame = person?.password_hash === seen.password_hash && person.email === seen.email
  if (!isSame) throw new DashboardError(refusal)
  return person
}

/** Opens a session under a fresh token; the session that the browser came with ends. */
export async function openSession(tx: Queries, world: World, personId: string, browser: Browser) {
  const token = newToken()
  const id = world.newId()
  const at = world.now()
  if (browser.token) await deleteSessionByToken(tx, tokenHash(browser.token))
  await insertSession(tx, {
    id,
    token_hash: tokenHash(token),
    person_id: personId,
    created_at: at,
    last_seen_at: at,
    expires_at: at + SESSION_MS,
    user_agent: browser.userAgent.slice(0, MOST_USER_AGENT),
  })
  await endOldestSessions(tx, personId, id)
  return token
}

export async function whoIs({ db, now }: World, token: string): Promise<SignedIn | undefined> {
  const at = now()
  const session = await findSession(db, tokenHash(token), at, at - IDLE_MS)
  if (session && session.last_seen_at < at - SEEN_EVERY_MS)
    await writeIfPossible(db, () => noteSessionSeen(db, session.session_id, at))
  return session
}

export const signOut = (world: World, token: string): Promise<void> =>
  deleteSessionByToken(world.db, tokenHash(token))

export const signOutEverywhere = ({ db }: World, personId: string): MaybePromise<void> =>
  deleteSessionsOf(db, personId)

/** Ends the session of one device: its next request is signed out, on every instance. */
export async function endSession({ db }: World, personId: string, id: string): Promise<void> {
  if (!(await deleteSessionOf(db, personId, id))) throw new DashboardError('not_found')
}

export const sessionsOf = ({ db, now }: World, personId: string) =>
  listSessionsOf(db, personId, now(), now() - IDLE_MS)
