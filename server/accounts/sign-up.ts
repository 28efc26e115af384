import { DashboardError, wrongField } from '#contract/dashboard/errors.ts'
import { queueLetter } from '../actions/mails/queue-letter.ts'
import { confirmLetter, knownAddressLetter } from '../mails/account-letters.ts'
import { emailOf } from '../rules/mails/mail-address.ts'
import { personNameProblem } from '../rules/values/names.ts'
import { sameText } from '../rules/values/same-text.ts'
import { findMailLink, takeMailLink } from '../storage/accounts/mail-links.ts'
import { findPersonByEmail, insertPerson } from '../storage/accounts/people.ts'
import type { Queries } from '../storage/engine.ts'
import type { World } from '../world.ts'
import { makeLink } from './mail-link.ts'
import { hashPassword, passwordMatches, passwordProblem } from './password.ts'
import { type Browser, openSession } from './sessions.ts'
import { newToken, tokenHash } from './token.ts'

interface SignUp {
  name: string
  email: string
  password: string
}

/**
 * Mails a link, and the account is made when it is used, so that nobody can take another's address. A known address
 * costs the same work and gets a mail that says so, so the answer does not reveal accounts. Returns a mark that the
 * browser keeps, with which it can use the link without the password.
 */
export async function signUp(world: World, input: SignUp): Promise<string> {
  const { email, name, passwordHash } = await checked(input)
  const token = newToken()
  const known = await findPersonByEmail(world.db, email)
  await world.db.transaction(async (tx) => {
    const mayMail = await makeLink(tx, world, {
      token,
      email,
      purpose: 'sign_up',
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
  return markOf(world, token)
}

const markOf = ({ vault }: World, token: string) => vault.sign('sign up', token)

/** For a service that cannot send mail: nothing can be confirmed, so the account is made at once. */
export async function signUpAtOnce(world: World, input: SignUp, browser: Browser): Promise<string> {
  const person = await checked(input)
  return world.db.transaction((tx) => begin(tx, world, person, browser))
}

/**
 * The link proves who owns the mailbox. But a stranger may have signed up with that address, and the stranger's
 * password must not become the account's. So confirming requires the browser that signed up, known by its mark, or the
 * password.
 */
export async function confirmSignUp(
  world: World,
  { token, password, mark }: { token: string; password?: string | undefined; mark?: string | undefined },
  browser: Browser,
): Promise<string> {
  const link = await findMailLink(world.db, tokenHash(token), 'sign_up', world.now())
  if (!link) throw new DashboardError('link_over')
  const person: NewPerson = JSON.parse(world.vault.open(link.data))
  const isFromHere = mark !== undefined && sameText(mark, markOf(world, token))
  if (!isFromHere && !(password && (await passwordMatches(password, person.passwordHash))))
    throw new DashboardError('password_needed')
  return world.db.transaction(async (tx) => {
    if (!(await takeMailLink(tx, tokenHash(token), 'sign_up', world.now())))
      throw new DashboardError('link_over')
    return begin(tx, world, person, browser)
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
