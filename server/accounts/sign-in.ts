import { DashboardError } from '#contract/dashboard/errors.ts'
import { emailOf } from '../rules/mails/mail-address.ts'
import { findPersonByEmail } from '../storage/accounts/people.ts'
import type { World } from '../world.ts'
import { askForCode, holdAsked } from './codes.ts'
import { passwordMatches } from './password.ts'
import { type Browser, openSession } from './sessions.ts'

/** Returns the new session's token. An unknown address and a wrong password give the same answer in the same time. */
export async function signIn(
  world: World,
  { email: text, password, code }: { email: string; password: string; code?: string | undefined },
  browser: Browser,
): Promise<string> {
  const email = emailOf(text)
  const person = await findPersonByEmail(world.db, email ?? '')
  const matches = await passwordMatches(password, person?.password_hash)
  if (!person || !matches) throw new DashboardError('wrong_sign_in')
  await askForCode(world, person, code)
  return world.db.transaction(async (tx) => {
    await holdAsked(tx, person, 'wrong_sign_in')
    return openSession(tx, world, person.id, browser)
  })
}
