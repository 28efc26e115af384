import { randomInt } from 'node:crypto'
import { DASHBOARD_ERRORS, DashboardError, type DashboardErrorCode } from '#contract/dashboard/errors.ts'
import { queueLetter } from '../actions/mails/queue-letter.ts'
import { codesBlockedLetter } from '../mails/account-letters.ts'
import { hasEnded } from '../rules/set-back-clock.ts'
import { HOUR_MS } from '../rules/values/durations.ts'
import type { PersonRow } from '../storage/accounts/account-rows.ts'
import { lockPerson, spendRecoveryCode, updatePerson } from '../storage/accounts/people.ts'
import type { Queries } from '../storage/engine.ts'
import type { World } from '../world.ts'
import { type Account, holdPerson } from './sessions.ts'
import { codeDigits, stepOfCode } from './totp.ts'

const MOST_FAILURES = 10
const BLOCK_MS = HOUR_MS
const RECOVERY_CODES = 10
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * Takes a one-time or a recovery code, each once. Ten wrong ones in a row block all codes for an hour. Only a caller
 * with the right password gets this far, so a stranger cannot block a person.
 */
export async function spendCode(world: World, personId: string, code: string): Promise<void> {
  const accepted = await world.db.transaction(async (tx) => {
    const person = await lockPerson(tx, personId)
    if (!person?.totp_secret || !hasEnded(person.codes_blocked_until, BLOCK_MS, world.now())) return false
    const taken = await takeCode(tx, world, person, code)
    if (taken) await updatePerson(tx, personId, { ...taken, code_failures: 0, codes_blocked_until: 0 })
    else await noteFailure(tx, world, person)
    return taken !== undefined
  })
  if (!accepted) throw wrongCode()
}

type Asked = Account & Pick<PersonRow, 'totp_confirmed_at'>

/** Asks for a code where the person's second factor is on. */
export async function askForCode(world: World, person: Asked, code: string | undefined): Promise<void> {
  if (person.totp_confirmed_at === null) return
  if (!code) throw new DashboardError('code_needed')
  await spendCode(world, person.id, code)
}

/**
 * Locks the person and checks that they are as `askForCode` saw them: if a second factor was set up since, its code is
 * needed.
 */
export async function holdAsked(tx: Queries, person: Asked, refusal: DashboardErrorCode): Promise<void> {
  const { totp_confirmed_at } = await holdPerson(tx, person, refusal)
  const wasAsked = totp_confirmed_at === null || totp_confirmed_at === person.totp_confirmed_at
  if (!wasAsked) throw new DashboardError('code_needed')
}

/** Shown beside the field, so it goes away with the wrong code. */
export const wrongCode = () =>
  new DashboardError('wrong_code', { fields: { code: DASHBOARD_ERRORS.wrong_code.message } })

/** What to store about the accepted code; undefined if it is wrong. */
async function takeCode(tx: Queries, world: World, person: PersonRow, code: string) {
  const digits = codeDigits(code)
  if (/^\d{6}$/.test(digits)) {
    const secret = Buffer.from(world.vault.open(person.totp_secret!), 'base64')
    const step = stepOfCode(secret, digits, world.now(), person.totp_last_step)
    return step === undefined ? undefined : { totp_last_step: step }
  }
  const spent = await spendRecoveryCode(tx, person.id, recoveryHash(world, person.id, code))
  return spent ? {} : undefined
}

async function noteFailure(tx: Queries, world: World, person: PersonRow) {
  const failures = person.code_failures + 1
  const isBlocked = failures >= MOST_FAILURES
  await updatePerson(tx, person.id, {
    code_failures: isBlocked ? 0 : failures,
    ...(isBlocked && { codes_blocked_until: world.now() + BLOCK_MS }),
  })
  if (isBlocked) await queueLetter(tx, world, codesBlockedLetter(world.publicUrl, person.email))
}

export const recoveryHash = ({ vault }: World, personId: string, code: string): string =>
  vault.sign('recovery code', `${personId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)

export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => `${group()}-${group()}`)

const group = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
