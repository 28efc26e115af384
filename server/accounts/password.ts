import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { PASSWORD_LEAST, PASSWORD_MOST } from '#contract/dashboard/accounts.ts'

const derive = promisify(argon2)

const COST = { parallelism: 1, memory: 19_456, passes: 2 } as const
const TAG_BYTES = 32
const NONCE_BYTES = 16

const COMMON = /^(.)\1*$|^(0?123456789\d*|9876543210?|qwertyuiop\w*|password\w{0,4}|iloveyou\w{0,4})$/i

export function passwordProblem(password: string, email: string): string | undefined {
  const length = [...password].length
  if (length < PASSWORD_LEAST || length > PASSWORD_MOST) {
    return `The password must be between ${PASSWORD_LEAST} and ${PASSWORD_MOST} characters`
  }
  const plain = password.toLowerCase()
  if (COMMON.test(plain) || plain === email || plain === email.split('@')[0]) {
    return 'This password is too easy to guess'
  }
  return undefined
}

/** Hashes with argon2id, as `argon2id$memory$passes$parallelism$nonce$tag`, so that the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES)
  const tag = await derive('argon2id', { ...COST, message: prepared(password), nonce, tagLength: TAG_BYTES })
  const { memory, passes, parallelism } = COST
  return ['argon2id', memory, passes, parallelism, nonce.toString('base64'), tag.toString('base64')].join('$')
}

/** Takes as long for an unknown person (`undefined`) as for a known one, so that timing does not reveal accounts. */
export async function passwordMatches(password: string, kept: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = (kept ?? NOBODYS).split('$')
  const expected = Buffer.from(tag, 'base64')
  const given = await derive('argon2id', {
    message: prepared(password),
    nonce: Buffer.from(nonce, 'base64'),
    parallelism: Number(parallelism),
    memory: Number(memory),
    passes: Number(passes),
    tagLength: expected.length,
  })
  return timingSafeEqual(given, expected) && kept !== undefined
}

/**
 * Normalised, since the same letters can be encoded in several ways; overlong input is cut before it costs anything.
 */
const prepared = (password: string) => password.slice(0, 4 * PASSWORD_MOST).normalize('NFKC')

const NOBODYS = [
  ...['argon2id', COST.memory, COST.passes, COST.parallelism],
  ...[randomBytes(NONCE_BYTES).toString('base64'), randomBytes(TAG_BYTES).toString('base64')],
].join('$')
