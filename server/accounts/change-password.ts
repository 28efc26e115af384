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

/** Every session ends; the one who changed it goes on under a new one, whose token this returns. */
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

/** Costs the same whether or not anybody has the address. */
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

/** Every session and every other link of the person, whose address this returns, ends; a second factor stays. */
export async function resetPassword(world: World, token: string, next: string): Promise<string> {
  const hash = await newHash(next, '')
  return world.db.transaction(async (tx) => {
    const [hashed, now] = [tokenHash(token), world.now()]
    const whose = (await findMailLink(tx, hashed, 'reset', now))?.person_id
    // Before the link, as everybody does: two that take them in turn would wait for each other.
    const person = whose ? await lockPerson(tx, whose) : undefined
    const link = person && (await takeMailLink(tx, hashed, 'reset', now))
    if (!link) throw new DashboardError('link_over')
    // One that was under way while they changed their address is in a mailbox that may be another's by now.
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
