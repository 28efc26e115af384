import { DashboardError, wrongField } from '#contract/dashboard/errors.ts'
import { ifDuplicate } from '../actions/if-duplicate.ts'
import { countOneMore } from '../actions/mails/mail-counts.ts'
import { queueLetter } from '../actions/mails/queue-letter.ts'
import {
  addressChangedLetter,
  addressChangeLetter,
  newAddressLetter,
  takenAddressLetter,
} from '../mails/account-letters.ts'
import { emailOf } from '../rules/mails/mail-address.ts'
import { deleteMailLinksOf, takeMailLink } from '../storage/accounts/mail-links.ts'
import { listStoresOf } from '../storage/accounts/members.ts'
import { findPersonByEmail, updatePerson } from '../storage/accounts/people.ts'
import { deleteSessionsOf, type SignedIn } from '../storage/accounts/sessions.ts'
import type { Queries } from '../storage/engine.ts'
import type { World } from '../world.ts'
import { writeAudit } from './audited.ts'
import { confirmPassword } from './change-password.ts'
import { askForCode, holdAsked } from './codes.ts'
import { makeLink } from './mail-link.ts'
import { type Browser, holdPerson, openSession } from './sessions.ts'
import { newToken, tokenHash } from './token.ts'

/** Bounded, because each request mails an address that may be a stranger's. */
const MOST_A_DAY = 10

interface Asked {
  email: string
  password: string
  code?: string | undefined
}

/**
 * Mails a link to the new address; the account changes when that link is used. An address that has an account already
 * costs the same work and gets a mail that says so, so the answer does not reveal which addresses have accounts.
 */
export async function askEmailChange(world: World, person: SignedIn, asked: Asked): Promise<void> {
  const email = await admitted(world, person, asked)
  const token = newToken()
  const isTaken = (await findPersonByEmail(world.db, email)) !== undefined
  await world.db.transaction(async (tx) => {
    await holdAsked(tx, person, 'signed_out')
    await makeAddressLink(tx, world, { person, email, token })
    const { publicUrl } = world
    await queueLetter(
      tx,
      world,
      isTaken ? takenAddressLetter(publicUrl, email) : newAddressLetter(publicUrl, email, token),
    )
    await queueLetter(tx, world, addressChangeLetter(publicUrl, person.email, email))
  })
}

/** For a service that cannot send mail, where nothing can be confirmed. Returns the token of the new session. */
export async function changeEmailAtOnce(world: World, person: SignedIn, asked: Asked, browser: Browser) {
  const email = await admitted(world, person, asked)
  return world.db
    .transaction(async (tx) => {
      await holdAsked(tx, person, 'signed_out')
      return setEmail(tx, world, { person, email, browser })
    })
    .catch(ifDuplicate(world.db, addressTaken))
}

/**
 * The link proves that the person owns the mailbox. The session proves that they asked for the change: a mistyped
 * address may belong to a stranger, who gets the link. All sessions end, and this returns the token of a new one.
 */
export async function confirmEmailChange(world: World, person: SignedIn, token: string, browser: Browser) {
  return world.db
    .transaction(async (tx) => {
      // Locks the person before the link, as a password change does: in opposite orders the two could deadlock.
      await holdPerson(tx, person, 'signed_out')
      const link = await takeMailLink(tx, tokenHash(token), 'email', world.now())
      if (!link) throw new DashboardError('link_over')
      if (link.person_id !== person.id) throw new DashboardError('other_account')
      const { email }: { email: string } = JSON.parse(world.vault.open(link.data))
      return setEmail(tx, world, { person, email, browser })
    })
    .catch(ifDuplicate(world.db, addressTaken))
}

const addressTaken = () =>
  wrongField('email', 'This e-mail address has an account already. Choose another one.')

/** The new address, after password and code have shown that the person asks, and not someone at their browser. */
async function admitted(world: World, person: SignedIn, { email: text, password, code }: Asked) {
  const email = emailOf(text)
  if (!email) throw wrongField('email', 'Enter an e-mail address')
  if (email === person.email) throw wrongField('email', 'This is your address already')
  await confirmPassword(person, password)
  await askForCode(world, person, code)
  return email
}

interface NewAddress {
  person: SignedIn
  email: string
}

/** Stores the link to the new address. Refuses if the person asked too often, or the mailbox had enough such mails. */
async function makeAddressLink(
  tx: Queries,
  world: World,
  { person, email, token }: NewAddress & { token: string },
) {
  const bound = { name: `new addresses of ${person.id}`, most: MOST_A_DAY }
  if (await countOneMore(tx, [bound], world.newId(), world.now()))
    throw wrongField(
      'email',
      `You have asked for ${MOST_A_DAY} changes of your address within a day. Try again tomorrow.`,
    )
  const link = { token, email, purpose: 'email', personId: person.id, data: { email } } as const
  if (!(await makeLink(tx, world, link)))
    throw wrongField('email', `${email} was sent five such mails within an hour. Try again later.`)
}

/** Also ends all links that were mailed to the old address. */
async function setEmail(
  tx: Queries,
  world: World,
  { person, email, browser }: NewAddress & { browser: Browser },
): Promise<string> {
  await updatePerson(tx, person.id, { email })
  await deleteSessionsOf(tx, person.id)
  await deleteMailLinksOf(tx, person.id)
  await queueLetter(tx, world, addressChangedLetter(person.email, email))
  for (const { id } of await listStoresOf(tx, person.id)) {
    const subject = `${person.email} → ${email}`
    await writeAudit(tx, world, id, person, { action: 'member.email_changed', subject })
  }
  return openSession(tx, world, person.id, browser)
}
