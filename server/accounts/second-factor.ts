import { randomBytes } from 'node:crypto'
import { DashboardError } from '#contract/dashboard/errors.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes, updatePerson } from '../storage/accounts/people.ts'
import type { SignedIn } from '../storage/accounts/sessions.ts'
import type { World } from '../world.ts'
import { makeRecoveryCodes, recoveryHash, spendCode, wrongCode } from './codes.ts'
import { type Account, holdPerson } from './sessions.ts'
import { codeDigits, stepOfCode, toBase32, totpUri } from './totp.ts'

const SECRET_BYTES = 20

/** Makes a new secret, which has no effect until a code made with it has been entered. */
export async function startSecondFactor(world: World, person: Account) {
  const bytes = randomBytes(SECRET_BYTES)
  await world.db.transaction(async (tx) => {
    const kept = await holdPerson(tx, person, 'signed_out')
    if (kept.totp_confirmed_at !== null) {
      throw new DashboardError('refused', {}, 'Two-step verification is on already')
    }
    await updatePerson(tx, person.id, {
      totp_secret: world.vault.seal(bytes.toString('base64')),
      totp_last_step: 0,
    })
  })
  const secret = toBase32(bytes)
  return { secret, uri: totpUri(secret, person.email) }
}

/** The answer with the codes may have been lost on its way. */
const ON_WITHOUT_CODES =
  'Two-step verification is on already. If you have not seen its recovery codes, switch it off and set it up again.'

export async function confirmSecondFactor(world: World, account: Account, code: string) {
  const codes = makeRecoveryCodes()
  await world.db.transaction(async (tx) => {
    const person = await holdPerson(tx, account, 'signed_out')
    if (person.totp_confirmed_at !== null) throw new DashboardError('refused', {}, ON_WITHOUT_CODES)
    if (!person.totp_secret) throw wrongCode()
    const secret = Buffer.from(world.vault.open(person.totp_secret), 'base64')
    const step = stepOfCode(secret, codeDigits(code), world.now(), person.totp_last_step)
    if (step === undefined) throw wrongCode()
    await updatePerson(tx, person.id, { totp_confirmed_at: world.now(), totp_last_step: step })
    const hashes = codes.map((each) => recoveryHash(world, person.id, each))
    await replaceRecoveryCodes(tx, person.id, hashes)
  })
  return { recovery_codes: codes }
}

/** Asks for no code if the second factor is off already: the answer to an earlier request may have been lost. */
export async function removeSecondFactor(
  world: World,
  account: Account & Pick<SignedIn, 'totp_confirmed_at'>,
  code: string,
): Promise<void> {
  if (account.totp_confirmed_at === null) return
  await spendCode(world, account.id, code)
  await world.db.transaction(async (tx) => {
    await holdPerson(tx, account, 'signed_out')
    await updatePerson(tx, account.id, { totp_secret: null, totp_confirmed_at: null })
    await deleteRecoveryCodes(tx, account.id)
  })
}
