import { DashboardError } from '#contract/dashboard/errors.ts'
import { emailOf } from '../rules/mails/mail-address.ts'
import { findPersonByEmail } from '../storage/accounts/people.ts'
import type { World } from '../world.ts'
import { spendCode } from './codes.ts'
import { passwordMatches } from './password.ts'
import { type Browser, holdPerson, openSession } from './sessions.ts'

/** The new session's token. An unknown address and a wrong password look the same and take the same. */
export async function signIn(
  world: World,
  { email: text, password, code }: { email: string; password: string; code?: string | undefined },
  browser: Browser,
): Promise<string> {
  const email = emailOf(text)
  const person = await findPersonByEmail(world.db, email ?? '')
  const matches = await passwordMatches(password, person?.password_hash)
  if (!person || !matches) throw new DashboardError('wrong_sign_in')
  if (person.totp_confirmed_at !== null) {
    if (!code) throw new DashboardError('code_needed')
    await spendCode(world, person.id, code)
  }
  return world.db.transaction(async (tx) => {
    const { totp_confirmed_at } = await holdPerson(tx, person, 'wrong_sign_in')
    const wasAsked = totp_confirmed_at === null || totp_confirmed_at === person.totp_confirmed_at
    if (!wasAsked) throw new DashboardError('code_needed')
    return openSession(tx, world, person.id, browser)
  })
}
