import { DashboardError, wrongField } from '#contract/dashboard/errors.ts'
import { queueLetter } from '../actions/mails/queue-letter.ts'
import { passwordChangedLetter, resetLetter } from '../mails/account-letters.ts'
import { emailOf, MAIL_ADDRESS_MAX } from '../rules/mails/mail-address.ts'
import { deleteMailLinksOf, findMailLink, takeMailLink } from '../storage/accounts/mail-links.ts'
import { findPersonByEmail, lockPerson, updatePerson } from '../storage/accounts/people.ts'
import { deleteSessionsOf } from '../storage/accounts/sessions.ts'
import type { Queries } from '../storage/engine.ts'
import type { World } from '../world.ts'
import { makeLink } from './mail-link.ts'
import { hashPassword, passwordMatches, passwordProblem } from './password.ts'
import { type Account, type Browser, holdPerson, openSession } from './sessions.ts'
import { newToken, tokenHash } from './token.ts'

export async function confirmPassword(person: Account, password: string): Promise<void> {
  if (!(await passwordMatches(password, person.password_hash))) throw new DashboardError('wrong_password')
}

/** All sessions end; this returns the token of a new one for the browser that made the change. */
export async function changePassword(
  world: World,
  person: Account,
  { current, next }: { current: string; next: string },
  browser: Browser,
): Promise<string> {
  await confirmPassword(person, current)
  const hash = await newHash(next, person.email)
  return world.db.transaction(async (tx) => {
    await holdPerson(tx, person, 'wrong_password')
    await setPassword(tx, world, person, hash)
    return openSession(tx, world, person.id, browser)
  })
}

/** Costs the same whether or not the address has an account. */
export async function askReset(world: World, text: string): Promise<void> {
  const email = emailOf(text)
  const person = email ? await findPersonByEmail(world.db, email) : undefined
  const token = newToken()
  await world.db.transaction(async (tx) => {
    const mayMail = await makeLink(tx, world, {
      token,
      email: email ?? text.slice(0, MAIL_ADDRESS_MAX),
      purpose: 'reset',
      personId: person?.id,
      data: { email: person?.email },
      isOwed: person !== undefined,
    })
    if (person && mayMail) await queueLetter(tx, world, resetLetter(world.publicUrl, person.email, token))
  })
}

/** Ends all sessions and other links of the person; the second factor stays. Returns the person's address. */
export async function resetPassword(world: World, token: string, next: string): Promise<string> {
  const hash = await newHash(next, '')
  return world.db.transaction(async (tx) => {
    const [hashed, now] = [tokenHash(token), world.now()]
    const whose = (await findMailLink(tx, hashed, 'reset', now))?.person_id
    // Locks the person before the link, as all others do: in opposite orders two of them could deadlock.
    const person = whose ? await lockPerson(tx, whose) : undefined
    const link = person && (await takeMailLink(tx, hashed, 'reset', now))
    if (!link) throw new DashboardError('link_over')
    // A link sent before the person changed their address is in a mailbox that may no longer be theirs.
    const { email = person.email }: { email?: string } = JSON.parse(world.vault.open(link.data))
    if (email !== person.email) throw new DashboardError('link_over')
    refuseEasy(next, person.email)
    await setPassword(tx, world, person, hash)
    return person.email
  })
}

async function newHash(password: string, email: string): Promise<string> {
  refuseEasy(password, email)
  return hashPassword(password)
}

function refuseEasy(password: string, email: string) {
  const problem = passwordProblem(password, email)
  if (problem) throw wrongField('password', problem)
}

async function setPassword(tx: Queries, world: World, person: Account, hash: string) {
  await updatePerson(tx, person.id, { password_hash: hash })
  await deleteSessionsOf(tx, person.id)
  await deleteMailLinksOf(tx, person.id)
  await queueLetter(tx, world, passwordChangedLetter(world.publicUrl, person.email))
}
