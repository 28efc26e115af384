import { DashboardError, wrongField } from '#contract/dashboard/errors.ts'
import { queueLetter } from '../actions/queue-letter.ts'
import { personNameProblem } from '../rules/names.ts'
import type { Queries } from '../storage/engine.ts'
import { takeMailLink } from '../storage/mail-links.ts'
import { findPersonByEmail, insertPerson } from '../storage/people.ts'
import type { World } from '../world.ts'
import { emailOf } from './email.ts'
import { confirmLetter, knownAddressLetter } from './letters.ts'
import { makeLink } from './mail-link.ts'
import { hashPassword, passwordProblem } from './password.ts'
import { type Browser, openSession } from './sessions.ts'
import { newToken, tokenHash } from './token.ts'

export interface SignUp {
  name: string
  email: string
  password: string
}

/**
 * The account comes into being when the link in the mail is used, so that nobody can take another's address. A known
 * address costs the same work and gets a mail that says so: the answer tells nothing.
 */
export async function signUp(world: World, input: SignUp): Promise<void> {
  const { email, name, passwordHash } = await checked(input)
  const token = newToken()
  const known = await findPersonByEmail(world.db, email)
  await world.db.transaction(async (tx) => {
    const mayMail = await makeLink(tx, world, {
      token,
      email,
      purpose: known ? 'none' : 'sign_up',
      data: { email, name, passwordHash },
    })
    if (!mayMail) return
    const { publicUrl } = world
    await queueLetter(
      tx,
      world,
      known ? knownAddressLetter(publicUrl, email) : confirmLetter(publicUrl, email, token),
    )
  })
}

/** Where no mail can leave the service nothing can be confirmed, and the account begins at once. */
export async function signUpAtOnce(world: World, input: SignUp, browser: Browser): Promise<string> {
  const person = await checked(input)
  return world.db.transaction((tx) => begin(tx, world, person, browser))
}

export function confirmSignUp(world: World, token: string, browser: Browser): Promise<string> {
  return world.db.transaction(async (tx) => {
    const link = await takeMailLink(tx, tokenHash(token), 'sign_up', world.now())
    if (!link) throw new DashboardError('link_over')
    return begin(tx, world, JSON.parse(world.vault.open(link.data)), browser)
  })
}

async function checked({ name, email: text, password }: SignUp) {
  const nameProblem = personNameProblem(name)
  if (nameProblem) throw wrongField('name', nameProblem)
  const email = emailOf(text)
  if (!email) throw wrongField('email', 'Enter an e-mail address')
  const problem = passwordProblem(password, email)
  if (problem) throw wrongField('password', problem)
  return { name: name.trim(), email, passwordHash: await hashPassword(password) }
}

type NewPerson = { email: string; name: string; passwordHash: string }

async function begin(
  tx: Queries,
  world: World,
  { email, name, passwordHash }: NewPerson,
  browser: Browser,
): Promise<string> {
  const person = { id: world.newId(), email, name, password_hash: passwordHash, created_at: world.now() }
  if (!(await insertPerson(tx, person))) throw new DashboardError('address_taken')
  return openSession(tx, world, person.id, browser)
}
